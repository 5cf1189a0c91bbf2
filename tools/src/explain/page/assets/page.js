// The page: parts, search, colours and keys.

document.body.classList.add("js");

// Parts
const parts = byId("parts");
parts.append(...data.map((part, p) => make("option", { value: p, text: `${part.title}${part.owner ? ` in ${part.owner}` : ""}: ${part.summary}` })));
parts.hidden = data.length < 2;

/** Shows a part. */
function show(p) {
  if (selected !== null) select(null);
  section().classList.remove("shown");
  shown = p;
  parts.value = p;
  section().classList.add("shown");
  const strip = byId("strip");
  const kernels = data[p].boxes.map((box, b) => [box, b]).filter(([box]) => box.role === "kernel");
  strip.classList.toggle("dense", kernels.length > 120);
  strip.replaceChildren(...kernels.map(([box, b]) => {
    const button = make("button", {
      type: "button", "data-b": b, tabindex: -1, "aria-label": `${box.title}, ${box.time}`,
      title: `${box.title} · ${box.time}\n${box.name}`, click: () => select(b, { focus: true }),
    });
    button.style.flex = `${Math.max(box.share, 1e-4)} 1 0`;
    button.style.background = `var(--h${box.heat})`;
    return button;
  }));
  drawMap();
  if (views[p] === null) fit(true);
  else apply();
  search();
}
parts.addEventListener("change", () => show(Number(parts.value)));

// Search
const field = byId("search");
let hits = [];
let at = -1;

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const part = data[shown];
  hits = [];
  at = -1;
  part.boxes.forEach((box, b) => {
    const text = [box.title, box.name, box.kind, ...box.makes.map((value) => `${value.shape} ${value.shape.replaceAll("×", "x")}`),
      ...box.ops.map((op) => `${op.name} ${op.loc ?? ""}`)].join(" ").toLowerCase();
    const found = words.length > 0 && words.every((word) => text.includes(word));
    boxElement(b).classList.toggle("hit", found);
    if (found) hits.push(b);
  });
  byId("hits").textContent = words.length === 0 ? "" : hits.length === 1 ? "1 hit" : `${hits.length} hits`;
  filterRows(new Set(hits), words);
}
field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && hits.length > 0) {
    at = (at + (event.shiftKey ? hits.length - 1 : 1)) % hits.length;
    byId("hits").textContent = `${at + 1} of ${hits.length}`;
    select(hits[at]);
  } else if (event.key === "Escape") {
    field.value = "";
    search();
    field.blur();
  }
});

// Colours and theme. A file's storage may be closed to scripts, in which case nothing is kept.
function colour(by) {
  document.body.dataset.colour = by;
  byId("colour").value = by;
}
byId("colour").addEventListener("change", (event) => colour(event.target.value));

function theme() {
  const root = document.documentElement;
  const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  try { localStorage.setItem("hloom-theme", root.dataset.theme); } catch { /* not kept */ }
}
try {
  const kept = localStorage.getItem("hloom-theme");
  if (kept) document.documentElement.dataset.theme = kept;
} catch { /* the system's theme */ }

// Buttons and keys
const help = byId("help");
byId("in").addEventListener("click", () => zoom(1.3));
byId("out").addEventListener("click", () => zoom(1 / 1.3));
byId("fit").addEventListener("click", () => fit());
byId("theme").addEventListener("click", theme);
byId("ask").addEventListener("click", () => help.showModal());
byId("table").addEventListener("click", () => tabular(!document.body.classList.contains("tabular")));

const next = { time: "bytes", bytes: "kind", kind: "time" };
const keys = {
  "/": () => { field.focus(); field.select(); },
  "+": () => zoom(1.3),
  "=": () => zoom(1.3),
  "-": () => zoom(1 / 1.3),
  0: () => fit(),
  f: () => selected !== null && reveal(selected, true),
  n: () => select(inOrder(1), { focus: true }),
  p: () => select(inOrder(-1), { focus: true }),
  t: () => tabular(!document.body.classList.contains("tabular")),
  c: () => colour(next[document.body.dataset.colour]),
  d: theme,
  "?": () => help.showModal(),
  Escape: () => select(null),
};
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, select, textarea") || help.open;
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const isArrow = event.key.startsWith("Arrow") && !document.body.classList.contains("tabular");
  const box = event.target.closest?.(".box");
  if (isArrow) {
    const to = neighbour(event.key);
    if (to !== null && to >= 0) select(to, { focus: true });
  } else if (box && event.key === "Enter") {
    select(Number(box.dataset.b));
    byId("panel").focus();
  } else if (keys[event.key]) {
    keys[event.key]();
  } else {
    return;
  }
  event.preventDefault();
});
// In print the drawings are whole, as without scripts.
addEventListener("beforeprint", () => data.forEach((part, p) => {
  const [width, height] = part.size;
  drawing(p).setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing(p).classList.remove("far", "farther", "focused");
  drawing(p).querySelector(".world").removeAttribute("transform");
}));
addEventListener("afterprint", () => {
  data.forEach((_, p) => drawing(p).removeAttribute("viewBox"));
  apply();
});
addEventListener("resize", () => data.length > 0 && apply());

data.forEach((_, p) => {
  listen(canvas(p));
  // The view takes the place of the drawing's own size.
  for (const name of ["viewBox", "width", "height"]) drawing(p).removeAttribute(name);
  // The first box can be reached with Tab; arrows go on from there.
  const first = data[p].boxes.findIndex((box) => box.role === "kernel");
  boxElement(Math.max(0, first), p)?.setAttribute("tabindex", "0");
});
if (data.length > 0) {
  const [, p, b] = location.hash.match(/^#p(\d+)b(\d+)$/) ?? [];
  // The largest part comes first: a program's work may be in the body of a loop.
  const main = data.reduce((most, part, i) => (part.boxes.length > data[most].boxes.length ? i : most), 0);
  show(Number(p) < data.length ? Number(p) : main);
  if (b !== undefined && Number(b) < data[shown].boxes.length) select(Number(b), { near: true });
}
