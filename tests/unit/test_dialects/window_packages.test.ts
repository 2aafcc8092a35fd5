// The package of a test environment is loaded once for the files that a worker runs; each file has a window of its own, and what
// it changed is gone with it.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

/** A package that counts how often it is loaded and how many windows were made and closed. */
const JSDOM = {
  "node_modules/jsdom/index.js": `const fs = require("node:fs"), path = require("node:path");
const kinds = require("./kinds.js");
const note = (text) => fs.appendFileSync(path.join(__dirname, "../../log.txt"), text);
note("L");
exports.JSDOM = class {
  constructor() {
    note("W");
    // Later than the package itself, as jsdom loads its style sheets.
    const later = () => require("./later.js");
    this.window = {
      document: { title: "" },
      Event: class {},
      get isOfOnePackage() { return later().isKind(new kinds.Kind()); },
      close() { note("C"); },
    };
  }
};`,
  "node_modules/jsdom/kinds.js": `exports.Kind = class {};`,
  "node_modules/jsdom/later.js": `const kinds = require("./kinds.js"); exports.isKind = (value) => value instanceof kinds.Kind;`,
};
const SETUP = `expect.extend({ toBeOdd(value) { return { pass: value % 2 === 1, message: () => "even" }; } });
globalThis.setUps = (globalThis.setUps ?? 0) + 1;`;
const BODY = `test("has a window of its own", () => {
  expect(document.title).toBe("");
  expect(window.left).toBeUndefined();
  expect(isOfOnePackage).toBe(true);
  expect(3).toBeOdd();
  expect(setUps).toBe(1);
  expect(typeof Event).toBe("function");
  document.title = window.left = "left";
  globalThis.Event = 1;
  setInterval(() => {}, 10);
  performance.mark("left");
});
`;
const PLAIN = `test("has no window and no matcher", () => {
  expect(typeof document).toBe("undefined");
  expect(typeof Event).toBe("function");
});
`;
const NAMES = ["a", "b", "c", "d"];

function files(head: string, docblock: string): Record<string, string> {
  const plain = `/** ${docblock} node */\n${head}${PLAIN}`;
  return Object.fromEntries(
    NAMES.flatMap((name) => [
      [`${name}.test.js`, head + BODY],
      [`${name}_plain.test.js`, plain],
    ]),
  );
}

test("four files of Jest load it once", () => {
  const run = runSuite(
    {
      ...JSDOM,
      ...files("", "@jest-environment"),
      "setup.js": SETUP,
      "jest.config.js": `module.exports = { testEnvironment: "jsdom", setupFilesAfterEnv: ["./setup.js"] };`,
    },
    ["--parallel", "1"],
  );
  assert.deepStrictEqual(run.messages, {});
  assert.deepStrictEqual([run.code, run.errors], [0, []]);
  // One window is made beforehand.
  assert.strictEqual(run.read("log.txt"), "LWC" + "WC".repeat(NAMES.length));
});

test("four files of Vitest load it once, also with mocks of modules", () => {
  const head = `import { expect, test, vi } from "vitest";\nimport { value } from "./value.js";\n`;
  const mocked = `${head}vi.mock("./value.js", () => ({ value: "mocked" }));\ntest("mocked", () => expect(value).toBe("mocked"));\n`;
  const run = runSuite(
    {
      ...JSDOM,
      ...files(`${head}test("not mocked", () => expect(value).toBe("real"));\n`, "@vitest-environment"),
      "b.test.js": mocked + BODY,
      "value.js": `export const value = "real";`,
      "setup.js": `import { expect } from "vitest";\n${SETUP}`,
      "vitest.config.js": `export default { test: { environment: "jsdom", setupFiles: ["./setup.js"] } };`,
    },
    ["--parallel", "1"],
  );
  assert.deepStrictEqual(run.messages, {});
  assert.deepStrictEqual([run.code, run.errors], [0, []]);
  assert.strictEqual(run.read("log.txt"), "LWC" + "WC".repeat(NAMES.length));
});

test("a file that requires the package has another instance, and one that leaves something open ends the realm", () => {
  const own = `test("own", () => { const { JSDOM } = require("jsdom"); expect(new JSDOM().window.isOfOnePackage).toBe(true); });`;
  const run = runSuite(
    {
      ...JSDOM,
      "a.test.js": own,
      "b.test.js": `test("open", () => { require("node:net").createServer().listen(0); });`,
      "c.test.js": BODY.replace(/.*(?:toBeOdd|setUps).*\n/g, ""),
      "jest.config.js": `module.exports = { testEnvironment: "jsdom" };`,
    },
    ["--parallel", "1"],
  );
  assert.deepStrictEqual(run.messages, {});
  assert.strictEqual(run.code, 0);
  const log = run.read("log.txt");
  assert.strictEqual(log.match(/L/g)!.length, 3, log);
});

test("functions of a window that call those of the runtime do not call themselves", () => {
  for (const head of ["", `import { expect, test } from "vitest";`]) {
    const { messages, statuses } = runSuite({
      "package.json": head === "" ? `{ "jest": {} }` : `{}`,
      // As in jsdom 30.
      "node_modules/jsdom/index.js": `exports.JSDOM = class { window = {
        document: {}, atob(text) { return atob(text); }, btoa(text) { return btoa(text); },
        queueMicrotask(job) { queueMicrotask(job); }, structuredClone(value) { return structuredClone(value); } }; };`,
      "a.test.js": `/** @vitest-environment jsdom\n * @jest-environment jsdom */\n${head}
        test("calls", async () => {
          expect([atob("QUI="), window.btoa("AB"), window.structuredClone([1])]).toEqual(["AB", "QUI=", [1]]);
          await new Promise((resolve) => window.queueMicrotask(resolve));
        });`,
    });
    assert.deepStrictEqual([messages, statuses], [{}, { calls: "pass" }]);
  }
});

test("the package of a window is found beside Vitest where a project of a workspace does not have it", () => {
  const store = "node_modules/.pnpm/vitest@4/node_modules";
  const { messages, errors, statuses } = runSuite(
    {
      "vitest.config.mjs": `export default { test: { environment: "jsdom", projects: [{ extends: true, test: { root: "packages/a" } }] } };`,
      [`${store}/vitest/package.json`]: `{ "name": "vitest", "exports": { "./package.json": "./package.json" } }`,
      [`${store}/jsdom/index.js`]: `exports.JSDOM = class { window = { document: { title: "of jsdom" } }; };`,
      "packages/a/a.test.js": `import { expect, test } from "vitest"; test("title", () => { expect(document.title).toBe("of jsdom"); });`,
    },
    [],
    {},
    [["node_modules/vitest", ".pnpm/vitest@4/node_modules/vitest"]],
  );
  assert.deepStrictEqual([messages, errors, statuses], [{}, [], { title: "pass" }]);
});
