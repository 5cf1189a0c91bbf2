// Tests of the page in a browser. `cargo xtask page` puts them at the end of the page's own script.
// The title says how they went.
try {
  const must = (held, what) => { if (!held) throw new Error(what); };
  const press = (key) =>
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  data.forEach((part, p) => {
    show(p);
    views[p] = { x: 0, y: 0, k: 1 };
    apply();
    part.boxes.forEach((box, b) => {
      // Every text is within its box.
      const [rect, ...texts] = [boxElement(b).querySelector("rect"), ...boxElement(b).querySelectorAll("text")]
        .map((it) => it.getBoundingClientRect());
      texts.forEach((text) => must(text.left > rect.left && text.right < rect.right && text.bottom < rect.bottom,
        `a text of ${box.title} leaves its box`));
      // Every panel is complete.
      select(b);
      const said = byId("panel").textContent;
      must(!/undefined|null|NaN/.test(said) && said.includes(box.title), `the panel of ${box.title}: ${said}`);
    });
    // Every arrow that is not in a cycle is drawn.
    part.nets.forEach((net) => net.ways.flat().forEach((piece) =>
      must(byId(`p${p}w${piece}`).getTotalLength() > 0, `${net.name} is not drawn`)));
  });
  select(null);
  document.activeElement.blur();
  press("ArrowDown");
  must(selected !== null && !byId("panel").hidden, "an arrow key selects");
  const first = selected;
  press("n");
  press("p");
  must(selected === first, "n and p are inverse");
  const user = data[shown].nets.find((net) => net.from === first);
  press("ArrowDown");
  must(user === undefined ? selected === first : selected !== first, "down goes to a user");
  const before = views[shown].k;
  press("+");
  must(views[shown].k > before, "+ zooms");
  press("0");
  press("Escape");
  must(byId("panel").hidden, "Esc closes the panel");
  press("/");
  must(document.activeElement === field, "/ searches");
  const one = data[shown].boxes.find((box) => box.role === "kernel");
  field.value = one.title.split(" ")[0];
  search();
  must(hits.length > 0 && document.querySelectorAll(".box.hit").length >= hits.length, "a search finds");
  field.value = "";
  search();
  field.blur();
  press("t");
  must(document.body.classList.contains("tabular"), "t shows tables");
  const table = section().querySelector("table.kernels");
  const heads = [...table.querySelectorAll("thead th")];
  heads[4].querySelector("button").click();
  const times = [...table.tBodies[0].rows].map((row) => Number(row.cells[4].dataset.v));
  must(times.every((time, i) => i === 0 || time <= times[i - 1]), "a click sorts by time");
  press("t");
  const theme = document.documentElement.dataset.theme;
  press("d");
  must(document.documentElement.dataset.theme !== theme, "d switches the theme");
  document.title = "page: ok";
} catch (error) {
  document.title = `page: ${error.message}`;
}
