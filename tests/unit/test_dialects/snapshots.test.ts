// Snapshots in files and inline. The texts are those that Bun 1.4, Jest 30 and Vitest 3 write for the same calls.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const BODY = `test("x", () => { expect({ b: [1], a: "q\`" }).toMatchSnapshot(); expect("two\\nlines").toMatchSnapshot("hint"); });`;
const ENTRIES =
  'exports[`x 1`] = `\n{\n  "a": "q\\`",\n  "b": [\n    1,\n  ],\n}\n`;\n\nexports[`x: hint 1`] = `\n"two\nlines"\n`;\n';
const HEADERS = {
  "bun:test": "// Bun Snapshot v1, https://bun.sh/docs/test/snapshots",
  "@jest/globals": "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing",
};

test("new snapshots are written in the format of the dialect", () => {
  for (const [module, header] of Object.entries(HEADERS)) {
    const run = runSuite({ "a.test.js": `import { test, expect } from "${module}"; ${BODY}` });
    assert.strictEqual(run.read("__snapshots__/a.test.js.snap"), `${header}\n\n${ENTRIES}`);
  }
});

test("Vitest joins the names of suites, tests and hints by the same sign", () => {
  const run = runSuite({
    "a.test.js": `import { describe, test, expect } from "vitest"; describe("s", () => test("x", () => { expect(1).toMatchSnapshot("hint"); expect(2).toMatchSnapshot(); }));`,
  });
  assert.deepStrictEqual(run.read("__snapshots__/a.test.js.snap").match(/\[`.*`\]/g), [
    "[`s > x > hint 1`]",
    "[`s > x 1`]",
  ]);
});

test("stored snapshots are compared, -u writes them, --ci writes nothing", () => {
  const files = {
    "a.test.js": `import { test, expect } from "@jest/globals"; test("x", () => expect(1).toMatchSnapshot()); test("new", () => expect(2).toMatchSnapshot());`,
    "__snapshots__/a.test.js.snap":
      "// Jest Snapshot v1, https://goo.gl/fbAQLP\n\nexports[`old 1`] = `3`;\n\nexports[`x 1`] = `2`;\n",
  };
  const compared = runSuite(files, ["--ci"]);
  assert.deepStrictEqual(compared.statuses, { x: "fail", new: "fail" });
  assert.match(compared.messages.x!, /Snapshot: 2\nReceived: 1/);
  assert.match(compared.messages.new!, /New snapshot was not written/);
  assert.strictEqual(compared.read("__snapshots__/a.test.js.snap"), files["__snapshots__/a.test.js.snap"]);
  const told = JSON.parse(runSuite(files).stdout).totals.snapshots.obsolete;
  assert.deepStrictEqual(told, ["a.test.js: old 1"]);
  const updated = runSuite(files, ["-u"]);
  assert.deepStrictEqual(updated.statuses, { x: "pass", new: "pass" });
  assert.match(updated.read("__snapshots__/a.test.js.snap"), /exports\[`new 1`\] = `2`;\n\nexports\[`x 1`\] = `1`;\n$/);
});

test("inline snapshots are written at their calls and compared", () => {
  const run = runSuite(
    {
      "a.test.js": `import { test, expect } from "@jest/globals";\ntest("x", () => {\n  expect({ a: 1 }).toMatchInlineSnapshot();\n  expect(2).toMatchInlineSnapshot(\`3\`);\n  expect(() => { throw new Error("bad"); }).toThrowErrorMatchingInlineSnapshot();\n});\n`,
    },
    ["-u"],
  );
  assert.strictEqual(
    run.read("a.test.js"),
    'import { test, expect } from "@jest/globals";\ntest("x", () => {\n  expect({ a: 1 }).toMatchInlineSnapshot(`\n    {\n      "a": 1,\n    }\n  `);\n  expect(2).toMatchInlineSnapshot(`2`);\n  expect(() => { throw new Error("bad"); }).toThrowErrorMatchingInlineSnapshot(`"bad"`);\n});\n',
  );
});

test("property matchers stand in the snapshot for what changes", () => {
  const run = runSuite({
    "a.test.js": `import { test, expect } from "@jest/globals"; test("x", () => expect({ id: Math.random(), name: "n" }).toMatchSnapshot({ id: expect.any(Number) }));`,
  });
  assert.match(run.read("__snapshots__/a.test.js.snap"), /"id": Any<Number>,\n {2}"name": "n",/);
});

test("with property matchers, members that both have are merged as in the runner of the file", () => {
  const body = `class K { x = 1; }
    const made = () => ({ regexp: /x/, date: new Date(0), map: new Map([[1, 2]]), own: new K(), list: [/y/, 1] });
    test("merged", () => { expect(made()).toMatchSnapshot({ ...made(), list: [/y/, expect.any(Number)] }); });`;
  // What Jest 30, Vitest 3 and Bun 1.4 write.
  const plain =
    '{\n  "date": {},\n  "list": [\n    {},\n    Any<Number>,\n  ],\n  "map": {},\n  "own": {\n    "x": 1,\n  },\n  "regexp": {},\n}';
  for (const [runner, expected] of [
    ["@jest/globals", plain],
    ["vitest", plain],
  ] as const) {
    const run = runSuite({ "a.test.mjs": `import { test, expect } from "${runner}"; ${body}` });
    assert.deepStrictEqual([run.statuses, run.messages], [{ merged: "pass" }, {}]);
    assert.ok(
      run.read("__snapshots__/a.test.mjs.snap").includes(`\`\n${expected}\n\``),
      run.read("__snapshots__/a.test.mjs.snap"),
    );
  }
  const run = runSuite({ "a.test.mjs": `import { test, expect } from "bun:test"; ${body}` });
  const text = run.read("__snapshots__/a.test.mjs.snap");
  assert.match(text, /"date": 1970-01-01T00:00:00\.000Z,/);
  assert.match(text, /"list": \[\n {4}\/y\/,\n {4}Any<Number>,/);
  assert.match(text, /Map \{\n {4}1 => 2,/);
  assert.match(text, /"own": K \{\n {4}"x": 1,/);
  assert.match(text, /"regexp": \/x\/,/);
});

test("snapshotResolver of Jest and resolveSnapshotPath of Vitest say where snapshots are", () => {
  const jest = runSuite({
    "jest.config.js": `module.exports = { snapshotResolver: "<rootDir>/resolver.js" };`,
    "resolver.js": `const { basename, dirname, join } = require("path");
      module.exports = {
        resolveSnapshotPath: (file, extension) => join(dirname(file), "kept", basename(file) + ".of" + extension),
        resolveTestPath: (file, extension) => join(dirname(file), "..", basename(file).slice(0, -(".of" + extension).length)),
        testPathForConsistencyCheck: "some/example.test.js",
      };`,
    "src/a.test.js": `test("text", () => { expect("a").toMatchSnapshot(); });`,
  });
  assert.deepEqual([jest.code, jest.stderr, jest.statuses], [0, "", { text: "pass" }]);
  assert.match(jest.read("src/kept/a.test.js.of.snap"), /exports\[`text 1`\] = `"a"`;/);
  const vitest = runSuite({
    "vitest.config.js": `export default { test: { resolveSnapshotPath: (file, extension, context) =>
      file.replace("/src/", "/kept/") + extension + String(typeof context.config) } };`,
    "kept/none.txt": "",
    "src/a.test.js": `import { expect, test } from "vitest"; test("text", () => { expect("a").toMatchSnapshot(); });`,
  });
  assert.deepEqual([vitest.code, vitest.stderr, vitest.statuses], [0, "", { text: "pass" }]);
  assert.match(vitest.read("kept/a.test.js.snapobject"), /exports\[`text 1`\] = `"a"`;/);
});

test("a snapshotResolver that is incomplete or not consistent is an error", () => {
  const files = (resolver: string): Record<string, string> => ({
    "jest.config.js": `module.exports = { snapshotResolver: "./resolver.js" };`,
    "resolver.js": resolver,
    "a.test.js": `test("text", () => {});`,
  });
  const incomplete = runSuite(files(`module.exports = { resolveSnapshotPath() {} };`));
  assert.match(incomplete.stderr, /"snapshotResolver" must export resolveSnapshotPath, resolveTestPath and/);
  const wrong = runSuite(
    files(`module.exports = { resolveSnapshotPath: (file) => file + ".s", resolveTestPath: (file) => file + ".t",
      testPathForConsistencyCheck: "x.js" };`),
  );
  assert.match(wrong.stderr, /"snapshotResolver" maps "x\.js" to a snapshot of "x\.js\.s\.t"/);
  assert.deepEqual([incomplete.code, wrong.code], [1, 1]);
});
