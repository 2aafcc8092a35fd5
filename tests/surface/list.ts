// Prints what a program can reach in the runtime that runs this file: `brio tests/surface/list.ts > surface.txt`.
// The lists in this folder were printed by the runtimes that they are named after.
import process from "node:process";
import { roots, walk } from "./walk.ts";
import { sectionText } from "./text.ts";

const home = process.argv[2] ?? ("Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node");
const version = { bun: process.versions["bun"], deno: process.versions["deno"], node: process.version }[home];
const texts = [...walk(await roots(home))].map(sectionText);
console.log(
  [
    `# What a program of ${home} ${version} can reach. Printed by tests/surface/list.ts; not edited by hand.`,
    ...texts,
  ].join("\n\n"),
);
process.exit(0);
