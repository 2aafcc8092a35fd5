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

// https://archive.jestjs.io/docs/en/22.x/jest-object
test("names of earlier versions of Jest make mock functions", () => {
  const { statuses } = runSuite({
    "a.test.js": `test("old", () => {
      for (const make of [jest.genMockFunction, jest.genMockFn]) {
        const mock = make().mockReturnValue(3);
        expect(mock(1)).toBe(3); expect(mock).toHaveBeenCalledWith(1); expect(jest.isMockFunction(mock)).toBe(true);
      }
    });`,
  });
  assert.deepStrictEqual(statuses, { old: "pass" });
});
