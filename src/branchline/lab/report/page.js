// Sort a table by a click on the head of a column: numbers by their value, words by the alphabet.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if (!head.textContent) return;
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => {
        const cell = row.cells[column];
        return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent;
      };
      const order = (a, b) => {
        const [x, y] = [key(a), key(b)];
        if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
        const difference = typeof x === "number" ? x - y : y.localeCompare(x);
        return down ? -difference : difference;
      };
      body.append(...[...body.rows].sort(order));
    });
  });
}
