// Tables: a click on a heading sorts, a click on a kernel's name shows it in the drawing.

for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.querySelectorAll("thead th")];
  heads.forEach((head, column) => {
    const button = make("button", { type: "button", text: head.textContent, click: () => sort(table, heads, column) });
    head.replaceChildren(button);
  });
}

function sort(table, heads, column) {
  const head = heads[column];
  const numbers = head.classList.contains("n");
  const before = head.getAttribute("aria-sort");
  // Numbers begin with the largest, texts with A.
  const up = before === null ? !numbers : before === "descending";
  heads.forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const body = table.tBodies[0];
  const key = (row) => {
    const cell = row.cells[column];
    return numbers ? Number(cell.dataset.v ?? -1) : cell.textContent;
  };
  const compare = (a, b) => (numbers ? key(a) - key(b) : key(a).localeCompare(key(b)));
  const rows = [...body.rows].sort((a, b) => (up ? compare(a, b) : compare(b, a)));
  body.append(...rows);
}

for (const anchor of document.querySelectorAll(".kernels a")) {
  anchor.addEventListener("click", (event) => {
    event.preventDefault();
    tabular(false);
    select(Number(anchor.closest("tr").dataset.b), { near: true, focus: true });
  });
}

/** Shows the tables or the drawing. */
function tabular(on) {
  document.body.classList.toggle("tabular", on);
  byId("table").setAttribute("aria-pressed", String(on));
}

/** Shows only rows with these boxes; all, if there is no search. */
function filterRows(hits, words) {
  for (const row of section().querySelectorAll("tbody tr")) {
    const text = row.textContent.toLowerCase();
    const found = row.dataset.b === undefined
      ? words.every((word) => text.includes(word))
      : hits.has(Number(row.dataset.b));
    row.classList.toggle("out", words.length > 0 && !found);
  }
}
