// Filters the grid, and opens what an address points to.
"use strict";

const byId = (id) => document.getElementById(id);

function filter() {
  const feature = byId("feature-filter").value.trim().toLowerCase();
  const client = byId("client-filter").value.trim().toLowerCase();
  const onlyBad = byId("bad-filter").checked;
  const table = document.querySelector(".grid");
  const heads = [...table.tHead.rows[0].cells];
  const shown = heads.map((head, i) => i === 0 || head.dataset.client.includes(client));
  heads.forEach((head, i) => { head.hidden = !shown[i]; });
  let rows = 0;
  for (const row of table.tBodies[0].rows) {
    const cells = [...row.cells];
    cells.forEach((cell, i) => { cell.hidden = !shown[i]; });
    const bad = cells.some((cell, i) => shown[i] && cell.classList.contains("bad"));
    row.hidden = !row.dataset.feature.includes(feature) || (onlyBad && !bad);
    rows += row.hidden ? 0 : 1;
  }
  const ways = shown.filter(Boolean).length - 1;
  byId("filter-count").textContent = `${rows} ${rows === 1 ? "feature" : "features"}, ${ways} ${ways === 1 ? "way" : "ways"}`;
}

function open() {
  const target = byId(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

if (byId("feature-filter")) {
  for (const id of ["feature-filter", "client-filter", "bad-filter"]) byId(id).addEventListener("input", filter);
  document.querySelector("form.filters").addEventListener("submit", (event) => event.preventDefault());
  filter();
}
addEventListener("hashchange", open);
open();
