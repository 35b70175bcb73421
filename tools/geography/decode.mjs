// Decodes the topologies of the npm packages world-atlas (Natural Earth) and us-atlas (U.S. Census Bureau), both in the
// public domain, to plain rings and lines of longitudes and latitudes.
//
//   npm install world-atlas us-atlas topojson-client
//   node tools/geography/decode.mjs node_modules geography.json

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [packages, out] = process.argv.slice(2);
const { feature, mesh } = await import(pathToFileURL(resolve(packages, "topojson-client/src/index.js")).href);

const load = (file) => JSON.parse(readFileSync(resolve(packages, file), "utf8"));
const rounded = (item) => (Array.isArray(item) ? item.map(rounded) : Math.round(item * 1e4) / 1e4);
const borders = (topology, object) => rounded(mesh(topology, object, (a, b) => a !== b).coordinates);

function polygons(geometry) {
  if (geometry.type === "Polygon") return rounded([geometry.coordinates]);
  if (geometry.type === "MultiPolygon") return rounded(geometry.coordinates);
  if (geometry.type === "GeometryCollection") return geometry.geometries.flatMap(polygons);
  return [];
}

function byName(topology, object) {
  return Object.fromEntries(feature(topology, object).features.map((f) => [f.properties.name, polygons(f.geometry)]));
}

function whole(topology, object) {
  const found = feature(topology, object);
  return (found.features ?? [found]).flatMap((f) => polygons(f.geometry));
}

const world = {};
for (const scale of ["50m", "10m"]) {
  const countries = load(`world-atlas/countries-${scale}.json`);
  const land = load(`world-atlas/land-${scale}.json`);
  world[scale] = {
    land: whole(land, land.objects.land),
    countries: byName(countries, countries.objects.countries),
    borders: borders(countries, countries.objects.countries),
  };
}
const us = load("us-atlas/states-10m.json");
const states = { nation: whole(us, us.objects.nation), states: byName(us, us.objects.states), lines: borders(us, us.objects.states) };
writeFileSync(out, JSON.stringify({ world, states }));
