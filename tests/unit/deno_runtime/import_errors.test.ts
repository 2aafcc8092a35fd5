// The errors of imports that cannot be loaded, as in Deno: a TypeError with one code.
import { deepStrictEqual, strictEqual } from "node:assert";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "../harness.ts";

strictEqual(typeof Deno.version.deno, "string");
const folder = realpathSync(mkdtempSync("/tmp/import-errors-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(`${folder}/dir`);
writeFileSync(`${folder}/a.css`, "a {}");
writeFileSync(`${folder}/d.json`, "{}");
const base = `file://${folder}`;

async function failure(specifier: string, type?: string): Promise<unknown[]> {
  try {
    await import(specifier, type === undefined ? undefined : { with: { type } });
  } catch (error: any) {
    strictEqual(error.name, "TypeError");
    return [error.code, error.message];
  }
  throw new Error("it was imported");
}

test("a module that is not found, in each kind of specifier", async () => {
  const code = "ERR_MODULE_NOT_FOUND";
  deepStrictEqual(await failure(`${base}/nope.ts`), [code, `Module not found "${base}/nope.ts".`]);
  deepStrictEqual(await failure("node:nope"), [code, "No such built-in module: node:nope"]);
  deepStrictEqual(await failure(`${base}/dir/`), [
    code,
    `[ERR_UNSUPPORTED_DIR_IMPORT] Directory import '${base}/dir/' is not supported resolving ES modules`,
  ]);
  const schemes = ["blob", "data", "file", "http", "https", "jsr", "npm"].map((scheme) => `\n - "${scheme}"`);
  deepStrictEqual(await failure("foo:x"), [
    code,
    `Unsupported scheme "foo" for module "foo:x". Supported schemes:${schemes.join("")}`,
  ]);
});

test("one that is not code", async () => {
  deepStrictEqual(await failure(`${base}/a.css`), [
    "ERR_MODULE_NOT_FOUND",
    `Expected a JavaScript or TypeScript module, but identified a Css module. Importing these types of modules is currently not supported.\n  Specifier: ${base}/a.css`,
  ]);
  deepStrictEqual(await failure("data:application/json,{}"), [
    "ERR_MODULE_NOT_FOUND",
    `Attempted to load JSON module without specifying "type": "json" attribute in the import statement.`,
  ]);
  deepStrictEqual(await failure(`${base}/d.json`, "css"), [undefined, '"css" is not a valid module type.']);
});
