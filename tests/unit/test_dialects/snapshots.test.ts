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
