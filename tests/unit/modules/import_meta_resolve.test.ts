// import.meta.resolve with a parent, and for modules that cannot be loaded.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

const home = process.versions.brio === undefined ? [] : ["--as", "node"];

function resolved(...given: string[]): string {
  const code = `try { console.log(import.meta.resolve(${given.join()})) } catch (error) { console.log(error.code) }`;
  const { stdout } = spawnSync(
    process.execPath,
    [...home, "--experimental-import-meta-resolve", "--input-type=module", "-e", code],
    { encoding: "utf8" },
  );
  return stdout.trim();
}

test("a URL of any scheme is itself", () => {
  assert.strictEqual(resolved("'http://example.com/a'"), "http://example.com/a");
  assert.strictEqual(resolved("'some://weird/protocol'"), "some://weird/protocol");
});

test("a parent that is not a file resolves relative specifiers, and no packages", () => {
  assert.strictEqual(resolved("'./a.js'", "'http://example.com/b/c.js'"), "http://example.com/b/a.js");
  assert.strictEqual(resolved("'a'", "'http://example.com/b.js'"), "ERR_INVALID_URL");
  assert.strictEqual(resolved("'./a'", "'data:,x'"), "ERR_UNSUPPORTED_RESOLVE_REQUEST");
});

test("a parent is a string or a URL", () => {
  for (const parent of ["[]", "{}", "Symbol()", "0"])
    assert.strictEqual(resolved("'./a'", parent), "ERR_INVALID_ARG_TYPE", parent);
});

test("the URL of a file that does not exist keeps its query and fragment", () => {
  const folder = new URL(".", import.meta.url).href;
  for (const specifier of ["./none.js?x#y", "./none.js#y", "../none/./none.js?a?b"])
    assert.strictEqual(import.meta.resolve(specifier), new URL(specifier, folder).href);
  assert.strictEqual(import.meta.resolve("file:///none/none.js?c"), "file:///none/none.js?c");
});
