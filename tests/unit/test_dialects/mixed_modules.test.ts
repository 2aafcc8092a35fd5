// Files with statements of ES modules that also write to `exports`, as TypeScript and Babel compile them to CommonJS: ajv's own
// tests, for instance. What they export was checked with the output of TypeScript 5.3 in Node 26.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const MIXED: Record<string, string> = {
  "class.ts": `import { basename } from "path";
class Own { static size: number = 1; name = basename("a/b"); }
export default Own
module.exports = Own
module.exports.default = Own`,
  "members.ts": `export const one: number = 1;
exports.two = 2;`,
  "equals.ts": `import path from "path";
export = path.basename("a/c");`,
};

const TEST = (imports: string): string => `${imports}
import Own from "./class";
import { one } from "./members";
it("imports", () => { assert.deepEqual([Own.size, one], [1, 1]); });
it("requires", () => {
  const required = require("./class");
  assert.equal(required, Own);
  assert.equal(new required().name, "b");
  assert.equal(require("./members").two, 2);
  assert.equal(require("./equals"), "c");
});`;

test("Mocha with a compiler runs modules that also assign to module.exports", () => {
  const { statuses, messages, errors } = runSuite({
    ...MIXED,
    "package.json": `{ "scripts": { "test": "mocha -r ts-node/register '*.spec.ts'" } }`,
    "a.spec.ts": TEST(`import assert from "assert";`),
  });
  assert.deepEqual([statuses, messages, errors], [{ imports: "pass", requires: "pass" }, {}, []]);
});

test("Jest runs modules that also assign to module.exports", () => {
  const { statuses, messages, errors } = runSuite({
    ...MIXED,
    "package.json": `{ "jest": { "preset": "ts-jest" } }`,
    "a.test.ts": TEST(`import assert from "assert";`),
  });
  assert.deepEqual([statuses, messages, errors], [{ imports: "pass", requires: "pass" }, {}, []]);
});

test("files of Mocha in one realm import JSON, each with its own hooks", () => {
  const files: Record<string, string> = {
    "package.json": `{ "scripts": { "test": "mocha -r ts-node/register '*.spec.ts'" } }`,
    "data.json": `{ "size": 7 }`,
    "holder.ts": `import data from "./data.json"; export default data.size;`,
  };
  for (const name of ["a", "b", "c"])
    files[`${name}.spec.ts`] = `import assert from "assert";
      it("${name}", async () => {
        const holder = await import("./holder.ts?${name}");
        const { default: data } = await import("./data.json");
        assert.deepEqual([holder.default, data], [7, { size: 7 }]);
      });`;
  const { statuses, messages, errors } = runSuite(files);
  assert.deepEqual([statuses, messages, errors], [{ a: "pass", b: "pass", c: "pass" }, {}, []]);
});
