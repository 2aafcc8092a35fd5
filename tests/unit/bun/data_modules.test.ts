// Files that are not code, as programs of Bun import and require them.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

assert.ok(Bun.version);
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-data-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const write = (file: string, source: string): string => {
  fs.writeFileSync(path.join(folder, file), source);
  return path.join(folder, file);
};
/** Names and default export of a file; each in its own process, because Bun caches modules whatever their `type` is. */
const imported = (file: string, type?: string): { names: string[]; value: unknown } => {
  const attributes = type === undefined ? "" : ` with { type: "${type}" }`;
  const main = write(
    "main.mjs",
    `import * as n from "./${file}"${attributes}; export {}; console.log(JSON.stringify({ names: Object.keys(n), value: n.default })); Bun;`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [main], { encoding: "utf8" });
  assert.strictEqual(stderr, "");
  return JSON.parse(stdout);
};

write("d.json", `{ "j": 1, "a-b": 2, "default": 3 }`);
write("list.json", `[1, 2]`);
write("c.jsonc", `{ "j": 1, // comment\n }`);
write("e.json5", `{ j: 1, k: 'v' }`);
write("f.toml", `j = 1\n[t]\nk = "v"\n`);
write("g.yaml", `j: 1\nt:\n  - 2\n`);
write("d.xml", `<a x="1"><b>t</b><b>u</b></a>`);
write("m.md", `# Hi *x*\n`);
write("h.txt", `\ufeffhello\n`);
write("l.bin", "x\n");
write("tsconfig.json", `{ "j": 1, /* comment */ }`);

test("the members of an object are names", () => {
  assert.deepStrictEqual(imported("d.json"), { names: ["a-b", "default", "j"], value: { j: 1, "a-b": 2, default: 3 } });
  assert.deepStrictEqual(imported("c.jsonc"), { names: ["default", "j"], value: { j: 1 } });
  assert.deepStrictEqual(imported("e.json5"), { names: ["default", "j", "k"], value: { j: 1, k: "v" } });
  assert.deepStrictEqual(imported("f.toml"), { names: ["default", "j", "t"], value: { j: 1, t: { k: "v" } } });
  assert.deepStrictEqual(imported("g.yaml"), { names: ["default", "j", "t"], value: { j: 1, t: [2] } });
  assert.deepStrictEqual(imported("d.xml"), { names: ["a", "default"], value: { a: { "@x": "1", b: ["t", "u"] } } });
  assert.deepStrictEqual(imported("tsconfig.json"), { names: ["default", "j"], value: { j: 1 } });
});

test("any other value is the default export alone", () => {
  assert.deepStrictEqual(imported("list.json"), { names: ["__esModule", "default"], value: [1, 2] });
  assert.deepStrictEqual(imported("h.txt"), { names: ["default"], value: "hello\n" });
  assert.deepStrictEqual(imported("m.md"), { names: ["default"], value: "<h1>Hi <em>x</em></h1>\n" });
  assert.deepStrictEqual(imported("l.bin"), { names: ["__esModule", "default"], value: path.join(folder, "l.bin") });
});

test("the attribute type selects the loader", () => {
  for (const file of ["d.json", "h.txt", "l.bin"]) {
    const full = path.join(folder, file);
    assert.deepStrictEqual(imported(file, "file"), { names: ["__esModule", "default"], value: full }, file);
    const text = fs.readFileSync(full, "utf8").replace("\ufeff", "");
    assert.deepStrictEqual(imported(file, "text"), { names: ["default"], value: text }, file);
  }
  assert.deepStrictEqual(imported("d.json", "json5").names, ["a-b", "default", "j"]);
  assert.deepStrictEqual(imported("c.jsonc", "yaml").names.includes("default"), true);
});

test("an unknown type is ignored", () => {
  assert.deepStrictEqual(imported("h.txt", "nosuch"), { names: ["default"], value: "hello\n" });
  assert.deepStrictEqual(imported("f.toml", "bytes").names, ["default", "j", "t"]);
});

test("an HTML file is a bundle with its path", async () => {
  const page = write("page.html", "<p>hi</p>");
  const { default: bundle } = await import(page);
  assert.strictEqual(bundle.index, page);
  assert.strictEqual(Object.prototype.toString.call(bundle), "[object HTMLBundle]");
  assert.deepStrictEqual(Object.getOwnPropertyNames(bundle), []);
});

test("require reads data too", () => {
  const require = createRequire(path.join(folder, "x.js"));
  assert.deepStrictEqual({ ...require("./f.toml") }, { j: 1, t: { k: "v" } });
  assert.deepStrictEqual({ ...require("./g.yaml") }, { j: 1, t: [2] });
  // Bun requires a text as the namespace of a module.
  assert.strictEqual(require("./h.txt").default, "hello\n");
});

test("an invalid file is a SyntaxError", async () => {
  await assert.rejects(import(write("broken.json", "{")), { name: "SyntaxError" });
});

test("require returns the namespace of a file that was imported before", () => {
  const main = write(
    "required.ts",
    `import j from "./d.json"; import y from "./g.yaml"; import list from "./list.json" with { type: "json" }; import { j as t } from "./f.toml";
    const names = (file: string) => Object.keys(require(file)).join();
    console.log(j.j, y.j, list.length, t, Bun.version !== "");
    for (const file of ["./d.json", "./g.yaml", "./list.json", "./f.toml", "./c.jsonc", "./e.json5"]) console.log(file, names(file), require(file).__esModule);
    await import("./e.json5");
    console.log(names("./e.json5"));`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [main], { encoding: "utf8" });
  assert.strictEqual(stderr, "");
  assert.deepStrictEqual(stdout.trimEnd().split("\n"), [
    "1 1 2 1 true",
    "./d.json a-b,default,j true",
    "./g.yaml default,j,t true",
    "./list.json __esModule,default true",
    "./f.toml default,j,t true",
    "./c.jsonc j undefined",
    "./e.json5 j,k undefined",
    "j,k",
  ]);
});
