// Mocks of modules by other names than their files have, of modules that do not exist, and of modules that export a class.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const DEP = 'export const one = () => "real";\n';
const USER = 'import { one } from "./dep.js";\nexport const use = () => one();\n';
const VITEST = `import { expect, test, vi } from "vitest";\n`;

test("a mock by an alias is one of the file, in Vitest and Jest", () => {
  const vitest = runSuite({
    "package.json": `{ "type": "module", "scripts": { "test": "vitest run" } }`,
    // A configuration without `test` is that of the tests, too.
    "vite.config.js": `import { fileURLToPath } from "node:url"; export default { resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } } };`,
    "src/dep.js": DEP,
    "src/user.js": USER,
    "a.test.js": `${VITEST}import { one } from "@/dep.js"; import { use } from "./src/user.js"; vi.mock("@/dep.js", () => ({ one: () => "mocked" })); test("alias", () => { expect([one(), use()]).toEqual(["mocked", "mocked"]); });`,
  });
  assert.deepStrictEqual([vitest.statuses, vitest.messages], [{ alias: "pass" }, {}], vitest.errors.join());
  const jest = runSuite({
    "package.json": `{ "jest": { "moduleNameMapper": { "^@/(.*)$": "<rootDir>/src/$1" } } }`,
    "src/dep.js": `exports.one = () => "real";`,
    "src/user.js": `const { one } = require("./dep"); exports.use = () => one();`,
    "a.test.js": `jest.mock("@/dep", () => ({ one: () => "mocked" })); test("mapped", () => { expect([require("@/dep").one(), require("./src/user").use()]).toEqual(["mocked", "mocked"]); });`,
  });
  assert.deepStrictEqual([jest.statuses, jest.messages], [{ mapped: "pass" }, {}], jest.errors.join());
});

test("modules that do not exist are mocked, also by addresses and with values that are no objects", () => {
  const run = runSuite({
    "package.json": `{ "type": "commonjs" }`,
    "a.test.mjs": `${VITEST}import one from "does-not-exist"; import { two } from "virtual:two"; vi.mock("does-not-exist", () => ({ default: 1 })); vi.mock("virtual:two", () => ({ two: 2 })); test("vitest", () => { expect([one, two]).toEqual([1, 2]); });`,
    "b.test.js": `jest.mock("does-not-exist", () => "a string", { virtual: true }); jest.mock("./neither", () => null, { virtual: true }); test("jest", () => { expect([require("does-not-exist"), require("./neither")]).toEqual(["a string", null]); });`,
  });
  assert.deepStrictEqual([run.statuses, run.messages], [{ vitest: "pass", jest: "pass" }, {}], run.errors.join());
});

test("vi.mock in a function is hoisted, and a factory that throws fails the file", () => {
  const files = { "package.json": `{ "type": "module" }`, "dep.js": DEP };
  const nested = runSuite({
    ...files,
    "a.test.js": `${VITEST}import { one } from "./dep.js"; test("nested", () => { vi.mock("./dep.js", () => ({ one: () => "mocked" })); expect(one()).toBe("mocked"); });`,
  });
  assert.deepStrictEqual([nested.statuses, nested.messages], [{ nested: "pass" }, {}], nested.errors.join());
  const throwing = runSuite({
    ...files,
    "a.test.js": `${VITEST}import { one } from "./dep.js"; vi.mock("./dep.js", () => { throw new Error("in the factory"); }); test("never", () => {});`,
  });
  assert.match(throwing.errors.join(), /in the factory/);
  assert.strictEqual(throwing.code, 1);
});

test("Jest: automatic mocks of a module that exports a class or a function, and jest.onGenerateMock", () => {
  const run = runSuite({
    "package.json": `{ "jest": {} }`,
    "pay.js": `module.exports = class Pay { charge() { return 1; } static make() { return 2; } };`,
    "call.js": `module.exports = function call() { return 3; };`,
    "dep.js": `exports.one = () => 4;`,
    "a.test.js": `jest.mock("./pay"); jest.mock("./call"); jest.mock("./dep");
jest.onGenerateMock((file, mock) => { if (file.endsWith("dep.js")) mock.added = 5; return mock; });
const Pay = require("./pay"); const call = require("./call");
beforeEach(() => { Pay.mockClear(); });
test("class", () => { const pay = new Pay(); pay.charge.mockReturnValue(9); expect([pay.charge(), Pay.make(), Pay.mock.instances[0] === pay]).toEqual([9, undefined, true]); });
test("function", () => { call.mockReturnValue(8); expect([call(), jest.requireActual("./call")()]).toEqual([8, 3]); });
test("hook", () => { expect([require("./dep").added, jest.createMockFromModule("./dep").added]).toEqual([5, 5]); });`,
  });
  assert.deepStrictEqual(
    [run.statuses, run.messages],
    [{ class: "pass", function: "pass", hook: "pass" }, {}],
    run.errors.join(),
  );
});

test("Bun: jest.mock and vi.mock replace a module that is loaded, as mock.module does", () => {
  const run = runSuite({
    "dep.ts": DEP,
    "a.test.ts": `import { expect, jest, test, vi } from "bun:test"; import { one } from "./dep"; test("bun", () => { jest.mock("./dep", () => ({ one: () => "jest" })); expect(one()).toBe("jest"); vi.mock("./dep", () => ({ one: () => "vi" })); expect(one()).toBe("vi"); });`,
  });
  assert.deepStrictEqual([run.statuses, run.messages], [{ bun: "pass" }, {}], run.errors.join());
});

test("an import of React that only elements need stays in a file with mocks", () => {
  const run = runSuite({
    "package.json": `{ "jest": {} }`,
    "tsconfig.json": `{ "compilerOptions": { "jsx": "react" } }`,
    "node_modules/react/index.js": `exports.createElement = (name, properties) => name + properties.id;`,
    "dep.ts": DEP,
    "a.test.tsx": `import React from "react"; import { one } from "./dep"; jest.mock("./dep", () => ({ one: () => "mocked" })); test("element", () => { expect([one(), <a id="1" />]).toEqual(["mocked", "a1"]); });`,
  });
  assert.deepStrictEqual([run.statuses, run.messages], [{ element: "pass" }, {}], run.errors.join());
});
