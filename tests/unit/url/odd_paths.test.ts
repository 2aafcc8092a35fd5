// Paths that end with or consist of characters that a URL parser would strip retain their names as file URLs.
import assert from "node:assert";
import { fileURLToPath, pathToFileURL } from "node:url";
import { test } from "../harness.ts";

test("spaces at the end, and other characters", () => {
  for (const [path, href] of [
    ["/tmp/sp ", "file:///tmp/sp%20"],
    ["/a  ", "file:///a%20%20"],
    ["/a b", "file:///a%20b"],
    ["/a\tb", "file:///a%09b"],
    ["/a%20", "file:///a%2520"],
  ] as const) {
    assert.strictEqual(pathToFileURL(path).href, href);
    assert.strictEqual(fileURLToPath(href), path);
  }
});

test("paths of Windows", () => {
  for (const [path, href] of [
    ["/a b", "file:///a%20b"],
    ["C:\\x ", "file:///C:/x%20"],
    ["\\\\s\\p x ", "file://s/p%20x%20"],
  ] as const) {
    assert.strictEqual(pathToFileURL(path, { windows: true }).href, href);
  }
});
