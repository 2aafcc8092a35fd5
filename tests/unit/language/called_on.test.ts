// Functions that are called on the exports of a module: `Object.find` and `Module.find`, as V8 shows them.
import { deepStrictEqual } from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/called-on-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(
  `${folder}/lib.cjs`,
  `function find() { throw new Error("x"); }
function other() { throw new Error("x"); }
const arrow = () => { throw new Error("x"); };
module.exports = { find, alias: find, renamed: other, arrow };`,
);
writeFileSync(
  `${folder}/fn.cjs`,
  `function main() { throw new Error("x"); }
module.exports = main;
main.self = main;`,
);
writeFileSync(
  `${folder}/ns.mjs`,
  `export function find() { throw new Error("x"); }
export const arrow = () => { throw new Error("x"); };
export default function named() { throw new Error("x"); }`,
);
const SHOW = `const show = (body) => {
  try { body(); } catch (error) {
    console.log(error.stack.split("\\n")[1].trim().split(" (")[0]);
  }
};
`;

function run(name: string, code: string): string[] {
  writeFileSync(`${folder}/${name}`, SHOW + code);
  const { stdout, stderr } = spawnSync(process.execPath, [`${folder}/${name}`], { encoding: "utf8" });
  return `${stdout}${stderr}`.trimEnd().split("\n");
}

test("those of a CommonJS module are called on an object", () => {
  deepStrictEqual(
    run(
      "main.cjs",
      `const lib = require("./lib.cjs");
const fn = require("./fn.cjs");
const { find } = lib;
show(() => lib.find());
show(() => lib.alias());
show(() => lib.renamed());
show(() => lib.arrow());
show(() => find());
show(() => fn());`,
    ),
    ["at Object.find", "at Object.find", "at Object.other [as renamed]", "at Object.arrow", "at find", "at main"],
  );
});

test("so are those of its default import; those of a namespace are called on a module", () => {
  deepStrictEqual(
    run(
      "main.mjs",
      `import * as ns from "./ns.mjs";
import named, { find } from "./ns.mjs";
import lib from "./lib.cjs";
import * as names from "./lib.cjs";
show(() => ns.find());
show(() => ns.arrow());
show(() => ns.default());
show(() => find());
show(() => named());
show(() => lib.find());
show(() => names.find());`,
    ),
    ["at Module.find", "at Module.arrow", "at Module.named", "at find", "at named", "at Object.find", "at Module.find"],
  );
});

test("a method that is called on an object that was just made is no constructor", () => {
  deepStrictEqual(
    run(
      "made.cjs",
      `const lib = { C: class C { m() { throw new Error("x"); } } };
show(() => new lib.C().m());`,
    ),
    ["at C.m"],
  );
});

test("modules in data: addresses have V8's columns", () => {
  deepStrictEqual(
    run(
      "data.mjs",
      `await import('data:text/javascript,throw new Error("x")').catch((error) => console.log(error.stack.split("\\n")[1].slice(-4)));`,
    ),
    [":1:7"],
  );
});
