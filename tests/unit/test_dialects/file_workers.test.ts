// How many test files run at the same time, by the configuration of their runner. Two files that overlap see each other's mark in
// the folder; those of Mocha 11, Vitest 4 and Jest 30 with these configurations do not overlap.
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

/** Fails when another file with this body runs at the same time. */
const ALONE = `const fs = require("node:fs"); fs.mkdirSync("mark"); await new Promise((done) => setTimeout(done, 150)); fs.rmdirSync("mark");`;
/** Waits until another file with this body runs at the same time, and fails when none does. */
const TOGETHER = `const fs = require("node:fs"); fs.writeFileSync("mark" + NUMBER, "");
  for (let left = 500; !fs.existsSync("mark" + (3 - NUMBER)); left--) { if (left === 0) throw new Error("alone"); await new Promise((done) => setTimeout(done, 20)); }`;

function mochaFiles(body: string): Record<string, string> {
  const fileOf = (number: number): string =>
    `it("test ${number}", async function () { this.timeout(20000); ${body.replaceAll("NUMBER", String(number))} });`;
  return { "test/a.js": fileOf(1), "test/b.js": fileOf(2) };
}

const BOTH = { "test 1": "pass", "test 2": "pass" };

test("files of Mocha run one at a time", () => {
  const script = `{ "scripts": { "test": "mocha" } }`;
  assert.deepEqual(runSuite({ "package.json": script, ...mochaFiles(ALONE) }).statuses, BOTH);
});

test("files of Mocha run at the same time with parallel, and with --parallel of the command", () => {
  const files = mochaFiles(TOGETHER);
  const ofScript = `{ "scripts": { "test": "mocha --parallel --jobs 2" } }`;
  // A configuration adds no workers to the processors.
  if (availableParallelism() > 1) assert.deepEqual(runSuite({ "package.json": ofScript, ...files }).statuses, BOTH);
  const plain = `{ "scripts": { "test": "mocha" } }`;
  assert.deepEqual(runSuite({ "package.json": plain, ...files }, ["--parallel", "2"]).statuses, BOTH);
});

test("fileParallelism, singleFork and maxWorkers of Vitest hold", () => {
  for (const setting of ["fileParallelism: false", "maxWorkers: 1", "poolOptions: { forks: { singleFork: true } }"]) {
    const body = ALONE.replace(`const fs = require("node:fs");`, "");
    const fileOf = (number: number): string =>
      `import fs from "node:fs"; import { test } from "vitest"; test("test ${number}", async () => { ${body} });`;
    const { statuses } = runSuite({
      "vitest.config.mjs": `export default { test: { ${setting} } };`,
      "a.test.mjs": fileOf(1),
      "b.test.mjs": fileOf(2),
    });
    assert.deepEqual(statuses, BOTH, setting);
  }
});

test("maxWorkers of Jest holds", () => {
  const fileOf = (number: number): string => `test("test ${number}", async () => { ${ALONE} });`;
  const { statuses } = runSuite({
    "package.json": `{ "jest": { "maxWorkers": 1 } }`,
    "a.test.js": fileOf(1),
    "b.test.js": fileOf(2),
  });
  assert.deepEqual(statuses, BOTH);
});
