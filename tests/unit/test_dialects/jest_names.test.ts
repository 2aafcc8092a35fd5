// `moduleNameMapper` of Jest. The expected results are those of Jest 30.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("a target of moduleNameMapper replaces the complete name, and may be one of several", () => {
  const { statuses } = runSuite({
    "package.json": `{ "jest": { "moduleNameMapper": {
      "\\\\.css$": "<rootDir>/style.js", "^@/(.*)$": ["<rootDir>/missing/$1", "<rootDir>/src/$1"] } } }`,
    "style.js": `module.exports = "style";`,
    "src/dep.js": `module.exports = "dep";`,
    "a.test.js": `test("mapped", () => {
      expect(require("./any/where.css")).toBe("style"); expect(require("@/dep")).toBe("dep"); jest.fn();
    });`,
  });
  assert.deepStrictEqual(statuses, { mapped: "pass" });
});
