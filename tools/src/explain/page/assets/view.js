// The view of a part: zoom, pan and the map.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

/** Makes an element; attributes with a function are listeners, and `text` is its text. */
function make(name, attributes, ...children) {
  const it = ["svg", "rect"].includes(name)
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key === "text") it.textContent = value;
    else if (typeof value === "function") it.addEventListener(key, value);
    else it.setAttribute(key, value);
  }
  it.append(...children.filter((child) => child !== null));
  return it;
}

// The shown part, and for each part its place and scale on the screen.
let shown = 0;
const views = data.map(() => null);
const section = (p = shown) => byId(`part${p}`);
const canvas = (p = shown) => section(p).querySelector(".canvas");
const drawing = (p = shown) => byId(`p${p}svg`);
const boxElement = (b, p = shown) => byId(`p${p}b${b}`);
const LEAST = 0.02;
const MOST = 3;

/** Applies the view of the shown part. */
function apply() {
  const view = views[shown];
  const world = drawing().querySelector(".world");
  world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.k})`);
  drawing().classList.toggle("far", view.k < 0.55);
  drawing().classList.toggle("farther", view.k < 0.16);
  showWindow();
}

/** Keeps a part of the drawing on the screen. */
function limit(view) {
  const { clientWidth: w, clientHeight: h } = canvas();
  const [width, height] = data[shown].size;
  const keep = 80;
  view.x = Math.min(w - keep, Math.max(keep - width * view.k, view.x));
  view.y = Math.min(h - keep, Math.max(keep - height * view.k, view.y));
}

/** Zooms around a point of the canvas, its middle by default. */
function zoom(factor, at) {
  const view = views[shown];
  const { clientWidth: w, clientHeight: h } = canvas();
  const [x, y] = at ?? [w / 2, h / 2];
  const k = Math.min(MOST, Math.max(LEAST, view.k * factor));
  view.x = x - ((x - view.x) * k) / view.k;
  view.y = y - ((y - view.y) * k) / view.k;
  view.k = k;
  limit(view);
  apply();
}

function pan(dx, dy) {
  const view = views[shown];
  view.x += dx;
  view.y += dy;
  limit(view);
  apply();
}

/** Shows the whole drawing; `readable` shows its top instead if it would be too small to read. */
function fit(readable = false) {
  const { clientWidth: w, clientHeight: h } = canvas();
  const [width, height] = data[shown].size;
  let k = Math.min(w / width, h / height, w > 2000 ? 1.7 : 1.25);
  let y = (h - height * k) / 2;
  let x = (w - width * k) / 2;
  if (readable && k < 0.5) {
    k = Math.min(1, Math.max(0.62, w / width));
    // The first box of the topmost layer is in the middle.
    const first = data[shown].boxes.reduce((a, b) => (b.at[1] < a.at[1] ? b : a));
    x = width * k < w ? (w - width * k) / 2 : w / 2 - (first.at[0] + first.at[2] / 2) * k;
    y = 12;
  } else if (k < 0.12) {
    // A column of hundreds of kernels would be a hair.
    k = 0.12;
    [x, y] = [(w - width * k) / 2, 12];
  }
  views[shown] = { x, y, k };
  apply();
}

/** Brings a box into view; `near` also zooms so that it can be read. */
function reveal(b, near = false) {
  const [x, y, w, h] = data[shown].boxes[b].at;
  const view = views[shown];
  const { clientWidth: width, clientHeight: height } = canvas();
  if (near || view.k < 0.3) view.k = near ? 1 : 0.7;
  const [left, top] = [view.x + x * view.k, view.y + y * view.k];
  const margin = Math.min(60, width / 8);
  const inside =
    left > margin && top > margin &&
    left + w * view.k < width - margin && top + h * view.k < height - margin;
  if (!inside || near) {
    view.x = width / 2 - (x + w / 2) * view.k;
    view.y = height / 2 - (y + h / 2) * view.k;
  }
  apply();
}

// The map: all boxes in few pixels, and the window on them.
const map = byId("minimap");

/** Draws the map, if the drawing is large. */
function drawMap() {
  const [width, height] = data[shown].size;
  const large = data[shown].boxes.length > 24;
  map.toggleAttribute("hidden", !large);
  if (!large) return;
  const w = Math.min(210, Math.max(70, (190 * width) / height));
  const h = Math.max(40, Math.min(190, (w * height) / width));
  map.setAttribute("width", w);
  map.setAttribute("height", h);
  map.setAttribute("viewBox", `0 0 ${width} ${height}`);
  map.setAttribute("preserveAspectRatio", "none");
  const boxes = data[shown].boxes.map((box, b) => {
    const [x, y, bw, bh] = box.at;
    const heat = box.heat === undefined ? null : `var(--h${box.heat})`;
    const rect = make("rect", { x, y, width: bw, height: bh, "data-b": b });
    if (heat && box.heat > 1) rect.style.fill = heat;
    else rect.setAttribute("class", "other");
    return rect;
  });
  map.replaceChildren(...boxes, make("rect", { class: "window", "vector-effect": "non-scaling-stroke" }));
}

function showWindow() {
  const frame = map.querySelector(".window");
  const view = views[shown];
  if (!frame || !view) return;
  const { clientWidth: w, clientHeight: h } = canvas();
  frame.setAttribute("x", -view.x / view.k);
  frame.setAttribute("y", -view.y / view.k);
  frame.setAttribute("width", w / view.k);
  frame.setAttribute("height", h / view.k);
}

function goOnMap(event) {
  if (event.buttons === 0 && event.type === "pointermove") return;
  const place = map.getBoundingClientRect();
  const [width, height] = data[shown].size;
  const view = views[shown];
  const x = ((event.clientX - place.left) / place.width) * width;
  const y = ((event.clientY - place.top) / place.height) * height;
  view.x = canvas().clientWidth / 2 - x * view.k;
  view.y = canvas().clientHeight / 2 - y * view.k;
  limit(view);
  apply();
}
map.addEventListener("pointerdown", goOnMap);
map.addEventListener("pointermove", goOnMap);

/** Lets pointers and the wheel move a canvas. */
function listen(it) {
  const pointers = new Map();
  let moved = 0;
  const place = (event) => {
    const frame = it.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  };
  it.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, place(event));
    moved = 0;
  });
  it.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (moved > 4 && !it.hasPointerCapture(event.pointerId)) {
      it.setPointerCapture(event.pointerId);
      it.classList.add("dragged");
    }
    const others = [...pointers].filter(([id]) => id !== event.pointerId);
    if (others.length > 0) {
      const other = others[0][1];
      const far = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]);
      zoom(far(now) / Math.max(1, far(before)), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    } else if (moved > 4) {
      pan(now[0] - before[0], now[1] - before[1]);
    }
    pointers.set(event.pointerId, now);
  });
  const lift = (event) => {
    pointers.delete(event.pointerId);
    it.classList.remove("dragged");
  };
  it.addEventListener("pointerup", lift);
  it.addEventListener("pointercancel", lift);
  it.addEventListener("click", (event) => {
    if (moved > 4) return;
    const box = event.target.closest(".box");
    const wire = event.target.closest(".wire");
    if (box) select(Number(box.dataset.b));
    else if (wire) select(data[shown].nets[Number(wire.dataset.n)].from);
    else select(null);
  });
  it.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) zoom(Math.exp(-event.deltaY * 0.004), place(event));
    else pan(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
  }, { passive: false });
}
