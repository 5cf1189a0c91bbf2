// The selection and the panel with all that is known about it.

let selected = null;

/** Selects a box of the shown part, or nothing. */
function select(b, { near = false, focus = false } = {}) {
  const part = data[shown];
  for (const it of drawing().querySelectorAll(".selected, .in, .out")) {
    it.classList.remove("selected", "in", "out");
  }
  for (const it of document.querySelectorAll("#strip .selected, #minimap .selected")) {
    it.classList.remove("selected");
  }
  selected = b;
  drawing().classList.toggle("focused", b !== null);
  document.body.classList.toggle("picked", b !== null);
  byId("panel").hidden = b === null;
  if (b === null) {
    history.replaceState(null, "", " ");
    return;
  }
  const mark = (pieces, how) => {
    for (const piece of pieces) {
      byId(`p${shown}w${piece}`)?.classList.add(how);
      byId(`p${shown}a${piece}`)?.classList.add(how);
    }
  };
  part.nets.forEach((net) => {
    if (net.from === b) mark(net.ways.flat(), "out");
    net.to.forEach((to, i) => to === b && mark(net.ways[i], "in"));
  });
  boxElement(b).classList.add("selected");
  document.querySelector(`#strip [data-b="${b}"]`)?.classList.add("selected");
  map.querySelector(`[data-b="${b}"]`)?.classList.add("selected");
  fill(b);
  reveal(b, near);
  if (focus) boxElement(b).focus({ preventScroll: true });
  history.replaceState(null, "", `#p${shown}b${b}`);
}

/** A button that leads to a box. */
function link(b, net) {
  const box = data[shown].boxes[b];
  const facts = [net.name, net.shape, net.bytes].filter((it) => it && it !== box.title);
  return make("li", null, make("button", { class: "go", type: "button", click: () => select(b, { focus: true }) },
    make("b", { text: box.title }), " ", make("span", { text: facts.join(" · ") })));
}

function list(title, items) {
  return items.length === 0 ? [] : [make("h3", { text: title }), make("ul", null, ...items)];
}

/** A reason in sentences. */
function sentences(why) {
  const lines = [make("p", null, make("code", { text: why.edge }))];
  lines.push(make("p", { text: `Not fused: ${why.reason}.` }));
  if (why.now) {
    lines.push(make("p", { text: `The kernels that the choice touches take ${why.now} of the ${data[shown].total}; fused, ${why.fused}.` }));
  }
  lines.push(make("p", { text: `To change it: ${why.change}.` }));
  return make("div", { class: "why" }, ...lines);
}

/** Reasons of several edges, equal ones once. */
function reasons(edges) {
  const once = new Map();
  for (const why of edges) {
    const key = JSON.stringify([why.reason, why.change, why.now, why.fused]);
    if (once.has(key)) once.get(key).edge += `, ${why.edge}`;
    else once.set(key, { ...why });
  }
  return [...once.values()].map(sentences);
}

/** Fills the panel. */
function fill(b) {
  const part = data[shown];
  const box = part.boxes[b];
  const panel = byId("panel");
  const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
  const facts = [];
  const fact = (term, text) => {
    if (text) facts.push(make("dt", { text: term }), make("dd", { text }));
  };
  if (box.role === "kernel") {
    fact("estimated", `${box.time}, ${percent(box.share)} of ${part.title}`);
    fact("measured", box.measured);
    fact("reads", box.reads);
    fact("writes", box.writes);
    fact("traffic", `${box.rate} if the estimate holds`);
  }
  for (const value of box.makes) {
    fact("makes", [value.name, value.shape, value.bytes].filter(Boolean).join(" · "));
  }
  const ins = part.nets.filter((net) => net.to.includes(b)).map((net) => link(net.from, net));
  const outs = part.nets.filter((net) => net.from === b)
    .flatMap((net) => net.to.map((to) => link(to, net)));
  const before = part.why.filter((why) => why.to === b);
  const after = part.why.filter((why) => why.from === b && why.to !== b);
  const refused = box.unfusable === undefined ? [] : [make("div", { class: "why" },
    make("p", { text: `It can't be fused: ${box.unfusable.reason}.` }),
    make("p", { text: `To change it: ${box.unfusable.change}.` }))];
  // The blocks of a loop or branch are parts of their own.
  const inside = box.role !== "op" ? [] : data.flatMap((other, p) => other.owner !== box.ops[0].name ? [] :
    [make("li", null, make("button", { class: "go", type: "button", click: () => show(p) },
      make("b", { text: other.title }), " ", make("span", { text: other.summary })))]);
  const ops = box.ops.filter((op) => !op.constant).map((op) => make("li", null,
    make("code", { text: op.name }), " ",
    make("span", { class: "line", text: op.line ? `line ${op.line}` : "" }),
    op.text ? make("pre", { text: op.text }) : null,
    op.loc ? make("span", { class: "line", text: op.loc }) : null));
  const kinds = { op: "An op outside of all kernels.", argument: "An argument: the program reads it from memory.",
    constant: "A constant with elements of its own.", result: "A result of the program." };
  panel.replaceChildren(
    make("button", { class: "close", type: "button", "aria-label": "Close", text: "×", click: () => select(null) }),
    make("h2", { text: box.title }),
    make("p", { class: "summary", text: box.kind ? `${box.kind}: ${box.about}` : kinds[box.role] }),
    make("dl", null, ...facts),
    ...refused,
    ...list("Inside", inside),
    ...list("Reads from", ins),
    ...list("Read by", outs),
    ...(before.length ? [make("h3", { text: "Why it is not fused with what it reads" }), ...reasons(before)] : []),
    ...(after.length ? [make("h3", { text: "Why it is not fused with what reads it" }), ...reasons(after)] : []),
    ...list(ops.length === 1 ? "1 op" : `${ops.length} ops`, ops),
  );
  panel.scrollTop = 0;
}

/** The box that an arrow key leads to from the selected one. */
function neighbour(key) {
  const part = data[shown];
  if (selected === null) return part.boxes.findIndex((box) => box.role === "kernel");
  const centre = (b) => part.boxes[b].at[0] + part.boxes[b].at[2] / 2;
  const here = centre(selected);
  const nearest = (some) =>
    some.length === 0 ? null : some.reduce((a, b) => (Math.abs(centre(b) - here) < Math.abs(centre(a) - here) ? b : a));
  const weight = (b) => (part.boxes[b].role === "kernel" ? 0 : 1);
  // Kernels before arguments.
  const preferred = (some) => {
    const least = Math.min(...some.map(weight));
    return nearest(some.filter((b) => weight(b) === least));
  };
  if (key === "ArrowDown") return preferred(part.nets.filter((net) => net.from === selected).flatMap((net) => net.to));
  if (key === "ArrowUp") return preferred(part.nets.filter((net) => net.to.includes(selected)).map((net) => net.from));
  const layer = part.boxes[selected].layer;
  const beside = part.boxes.map((_, b) => b).filter((b) => part.boxes[b].layer === layer)
    .filter((b) => (key === "ArrowLeft" ? centre(b) < here : centre(b) > here));
  return nearest(beside);
}

/** The next or previous kernel in the order of the program. */
function inOrder(step) {
  const kernels = data[shown].boxes.map((_, b) => b).filter((b) => data[shown].boxes[b].role === "kernel");
  const at = kernels.indexOf(selected);
  return kernels[(at + step + kernels.length) % kernels.length];
}
