// Modules at `blob:` and `data:` addresses in programs of Deno. The expected values are those of Deno 2.9.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/module-addresses-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** What a program prints on both streams, in the order in which it does. */
function run(main: string, files: Record<string, string> = {}): string {
  for (const [name, content] of Object.entries(files)) writeFileSync(`${folder}/${name}`, content);
  const given = ["run", "--as", "deno", "--secure", "--no-prompt", "--allow-read=.", main];
  const shell = ["-c", 'exec "$0" "$@" 2>&1', process.execPath, ...given];
  const { stdout } = spawnSync("sh", shell, { encoding: "utf8", cwd: folder, env: { ...process.env, NO_COLOR: "1" } });
  return stdout.replaceAll(folder, "");
}

test("import() loads JavaScript and TypeScript of Blobs", () => {
  const code = `const at = (source: string, type?: string) => URL.createObjectURL(new Blob([source], { type }));
console.log((await import(at("export const a = 1"))).a);
console.log((await import(at("export const a: number = 2", "application/typescript"))).a);
console.log(/^blob:null\\/[0-9a-f-]{36}$/.test(at("")));
try { await import("blob:null/0"); } catch (error) { console.log(error.name, error.message); }\n`;
  assert.strictEqual(run("a.ts", { "a.ts": code }), '1\n2\ntrue\nTypeError Module not found "blob:null/0".\n');
});

test("a data: URL can be the program", () => {
  assert.strictEqual(run("data:application/typescript,console.log(1 as number)"), "1\n");
});

test("the place of a failed import is in the message of the error", () => {
  const url = "data:text/javascript,import%20%22file:///nowhere/a.ts%22";
  const code = `try { await import("${url}"); } catch (error) { console.log(error.message); }\n`;
  const refusal = 'Requires read access to "/nowhere/a.ts", run again with the --allow-read flag';
  assert.strictEqual(run("b.ts", { "b.ts": code }), `${refusal}\n    at ${url}:1:8\n`);
});

test("an import that fails has the frames of those that wait for it", () => {
  const code = 'async function load() {\n  await import("./nowhere" + ".ts");\n}\nawait load();\n';
  const expected = [
    'error: Uncaught (in promise) TypeError: Module not found "file:///nowhere.ts".',
    '  await import("./nowhere" + ".ts");',
    "  ^",
    "    at async load (file:///d.ts:2:3)",
    "    at async file:///d.ts:4:1",
    "",
  ];
  assert.deepStrictEqual(run("d.ts", { "d.ts": code }).split("\n"), expected);
});

test("what a worker printed is seen before the error that ends the program", () => {
  const files = {
    "c.ts": 'new Worker(import.meta.resolve("./w.ts"), { type: "module", deno: { permissions: "inherit" } });\n',
    "w.ts": 'console.log("one");\nconsole.error("two");\nconsole.log("three");\nthrow new Error("four");\n',
  };
  assert.match(run("c.ts", files), /^one\ntwo\nthree\nerror: Uncaught \(in worker ""\) \(in promise\) Error: four\n/);
});
