// How files of a project are compiled: options of ts-jest 29, @swc/jest 0.2, Vite 6 to 8 and the flags of Bun 1.4, which have
// precedence over the tsconfig of a file.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

/** Passes where decorators are those of TypeScript, which receive the name of a property. */
const DECORATED = `function note(_target: object, key: unknown) { if (typeof key !== "string") throw new Error("standard decorators"); }
  class Point { @note x = 1; }
  test("old decorators", () => { expect(new Point().x).toBe(1); });`;
const OLD_DECORATORS = `{ "compilerOptions": { "experimentalDecorators": true } }`;
const PASSES = [{ "old decorators": "pass" }, []];

test("the option tsconfig of ts-jest names a file, or is compilerOptions", () => {
  const files = { "tsconfig.json": `{}`, "tests/tsconfig.json": OLD_DECORATORS, "a.test.ts": DECORATED };
  for (const tsconfig of [
    `"<rootDir>/tests/tsconfig.json"`,
    `"tests/tsconfig.json"`,
    `{ "experimentalDecorators": true }`,
  ]) {
    const ofTransform = runSuite({
      ...files,
      "package.json": `{ "jest": { "transform": { "^.+\\\\.ts$": ["ts-jest", { "tsconfig": ${tsconfig} }] } } }`,
    });
    assert.deepEqual([ofTransform.statuses, ofTransform.errors], PASSES, tsconfig);
    const ofGlobals = runSuite({
      ...files,
      "package.json": `{ "jest": { "preset": "ts-jest", "globals": { "ts-jest": { "tsconfig": ${tsconfig} } } } }`,
    });
    assert.deepEqual([ofGlobals.statuses, ofGlobals.errors], PASSES, tsconfig);
  }
  const without = runSuite({ ...files, "package.json": `{ "jest": { "preset": "ts-jest" } }` });
  assert.notEqual(without.code, 0);
});

test("the options of @swc/jest apply, in the configuration and in .swcrc", () => {
  const options = `{ "jsc": { "parser": { "syntax": "typescript", "decorators": true }, "transform": { "legacyDecorator": true } } }`;
  const inConfig = runSuite({
    "package.json": `{ "jest": { "transform": { "^.+\\\\.ts$": ["@swc/jest", ${options}] } } }`,
    "a.test.ts": DECORATED,
  });
  assert.deepEqual([inConfig.statuses, inConfig.errors], PASSES);
  const inFile = runSuite({
    "package.json": `{ "jest": { "transform": { "^.+\\\\.ts$": "@swc/jest" } } }`,
    ".swcrc": options,
    "a.test.ts": DECORATED,
  });
  assert.deepEqual([inFile.statuses, inFile.errors], PASSES);
});

const ELEMENT = `import { test, expect } from "vitest"; import { h } from "./lib/h.js";
  test("jsx of " + (<p />).by, () => { expect(<p />).toEqual({ by: (<p />).by }); });`;
const LIBRARY = {
  "lib/h.js": `export const h = () => ({ by: "h" });`,
  "one/jsx-runtime.js": `export const jsx = () => ({ by: "one" });`,
  "two/jsx-runtime.js": `export const jsx = () => ({ by: "two" });`,
};

test("projects of Vitest with other sources of JSX compile the same file in other ways", () => {
  const runtime = (name: string): string => `jsx: { runtime: "automatic", importSource: "${name}" }`;
  const { statuses, errors } = runSuite({
    ...LIBRARY,
    "tsconfig.json": `{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "none" } }`,
    "vitest.config.mjs": `export default { test: { projects: [
      { oxc: { ${runtime("./one")} }, test: { name: "one" } },
      { esbuild: { jsx: "automatic", jsxImportSource: "./two" }, test: { name: "two" } },
      { esbuild: { jsx: "transform", jsxFactory: "h" }, test: { name: "three" } },
      { esbuild: { tsconfigRaw: '{ "compilerOptions": { "jsx": "react", "jsxFactory": "h" } }' }, test: { name: "four" } }] } };`,
    "a.test.tsx": ELEMENT,
  });
  assert.deepEqual([statuses, errors], [{ "jsx of one": "pass", "jsx of two": "pass", "jsx of h": "pass" }, []]);
});

test("--tsconfig-override and the flags of JSX have precedence", () => {
  const own = runSuite(
    {
      "tsconfig.json": `{}`,
      "other.json": OLD_DECORATORS,
      "a.test.ts": `import { test, expect } from "bun:test"; ${DECORATED}`,
    },
    ["--tsconfig-override", "other.json"],
  );
  assert.deepEqual([own.statuses, own.errors], PASSES);
  const files = { ...LIBRARY, "a.test.tsx": ELEMENT };
  for (const [flags, name] of [
    [["--jsx-import-source=./one"], "one"],
    [["--jsx-runtime=classic", "--jsx-factory=h"], "h"],
  ] as const) {
    const { statuses, errors } = runSuite(files, [...flags]);
    assert.deepEqual([statuses, errors], [{ [`jsx of ${name}`]: "pass" }, []]);
  }
});
