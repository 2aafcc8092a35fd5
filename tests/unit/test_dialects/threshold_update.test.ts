// `coverage.thresholds.autoUpdate`: the configuration file after a run is the one that Vitest 4.1 wrote for the same files.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const config = (members: string, ofFile: string): string => `export default {
  test: {
    coverage: { enabled: true, provider: "v8", reporter: ["text"], include: ["src/**"], thresholds: { ${members},
      "src/b.js": { ${ofFile} } } },
  },
};
`;
const FILES = {
  "package.json": '{"scripts":{"test":"vitest"}}',
  "src/a.js": "export function a(x) { if (x) { return 1; } return 2; }\nexport function c() { return 3; }\n",
  "src/b.js": "export function b(x) {\n  if (x) {\n    return 1;\n  }\n  return 2;\n}\n",
  "a.test.js":
    'import { a } from "./src/a.js"; import { b } from "./src/b.js"; import { test } from "vitest"; test("x", () => { a(1); b(0); });',
};

test("thresholds of Vitest that were exceeded are raised in the configuration", () => {
  const before = config(
    "autoUpdate: true, lines: 10, functions: 12.5, branches: -20, statements: 99",
    "lines: 20, statements: 5",
  );
  const { code, stderr, read } = runSuite({ ...FILES, "vitest.config.mjs": before });
  assert.equal(
    read("vitest.config.mjs"),
    config(
      "autoUpdate: true, lines: 60, functions: 66.66, branches: -2, statements: 99",
      "lines: 66.66, statements: 66.66",
    ),
    stderr,
  );
  assert.equal(code, 1);
});

test("a function says what they are raised to", () => {
  const before = config("autoUpdate: (value) => Math.floor(value / 10) * 10, functions: 12.5", "'lines': 20");
  const { code, stderr, read } = runSuite({ ...FILES, "vitest.config.mjs": before });
  const after = config("autoUpdate: (value) => Math.floor(value / 10) * 10, functions: 60", "'lines': 60");
  assert.deepEqual([read("vitest.config.mjs"), code], [after, 0], stderr);
});
