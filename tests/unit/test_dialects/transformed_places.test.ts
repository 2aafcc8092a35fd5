// Places in files that a transformer of Jest changed: those of the files themselves, as its map says.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

/** Puts a line before the source, and says so in its map. */
const SHIFT = `exports.process = (source, path) => {
  const lines = source.split("\\n").length;
  const map = { version: 3, sources: [require("node:path").basename(path)], names: [], mappings: ";AAAA" + ";AACA".repeat(lines - 1) };
  const code = "exports.made = true;\\n" + source;
  return source.includes("inline") ? code + "\\n//# sourceMappingURL=data:application/json;base64," + Buffer.from(JSON.stringify(map)).toString("base64") : { code, map };
};`;

test("places of failures and of coverage are those before a transformer", () => {
  const lib = `exports.pick = (value) => {
  if (value === 1) return "one";
  return "other";
};
exports.unused = () => {
  return 1;
};
`;
  const { statuses, stdout, stderr, read } = runSuite(
    {
      "package.json": JSON.stringify({ jest: { transform: { "(lib|a\\.test)\\.js$": "./shift.js" } } }),
      "shift.js": SHIFT,
      "lib.js": lib,
      "a.test.js": `const { pick } = require("./lib.js");
test("passes", () => { expect(pick(1)).toBe("one"); });
test("fails", () => {
  expect(1).toBe(2);
});`,
    },
    ["--coverage", "--coverage-reporter", "json"],
  );
  assert.deepEqual(statuses, { passes: "pass", fails: "fail" }, stderr);
  assert.match(stdout, /a\.test\.js:4:/);
  const covered = Object.entries(JSON.parse(read("coverage/coverage-final.json")) as Record<string, Istanbul>);
  const ofLib = covered.find(([file]) => file.endsWith("/lib.js"))![1];
  const lines = Object.entries(ofLib.statementMap).map(([key, { start }]) => [start.line, ofLib.s[key]]);
  assert.deepEqual([...new Set(lines.map(([line]) => line))].sort(), [1, 2, 3, 5, 6]);
});

interface Istanbul {
  statementMap: Record<string, { start: { line: number } }>;
  s: Record<string, number>;
}
