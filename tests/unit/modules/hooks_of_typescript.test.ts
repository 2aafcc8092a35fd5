// Hooks of `module.registerHooks()` and TypeScript whose format is open, as compilers like tsx use them. Passes on Node 26.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const FILES: Record<string, string> = {
  "report.cjs": `const { registerHooks } = require("node:module");
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    console.log("resolve", specifier.slice(specifier.lastIndexOf("/") + 1), found.format);
    return found;
  },
  load(url, context, next) {
    const found = next(url, context);
    console.log("load", url.slice(url.lastIndexOf("/") + 1), context.format, found.format);
    return found;
  },
});`,
  "required.cjs": `require("./report.cjs"); require("./typed.ts"); require("./plain.js"); require("./module.mjs"); require("node:os");`,
  "imported.mjs": `import "./report.cjs"; import { createRequire } from "node:module";
await import("./typed.ts"); await import("./plain.js"); await import("./syntax.ts"); await import("node:os");`,
  "typed.ts": "const a: number = 1;",
  "syntax.ts": "export const a: number = 1;",
  "plain.js": "",
  "module.mjs": "",
  // Compiles TypeScript of CommonJS, and lets the loader read it from there.
  "compiler.mjs": `import module, { registerHooks } from "node:module";
module._extensions[".ts"] = (loaded, file) => loaded._compile("console.log('compiled', typeof require)", file);
registerHooks({ resolve: (specifier, context, next) => ({ ...next(specifier, context), format: "commonjs" }) });`,
  "main.ts": "import fs from 'node:fs'; console.log(import.meta.url); export {};",
};

function run(...args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "brio-hooks-"));
  for (const [name, source] of Object.entries(FILES)) writeFileSync(join(folder, name), source);
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  return stdout + stderr.replace(/^\(.*(?:MODULE_TYPELESS|Reparsing|To eliminate|Use `node)[^]*/m, "");
}

test("require reports the format of TypeScript that its syntax decides as typescript", () => {
  assert.strictEqual(
    run("required.cjs"),
    `resolve typed.ts undefined
load typed.ts typescript typescript
resolve plain.js undefined
load plain.js undefined undefined
resolve module.mjs undefined
load module.mjs module module
resolve node:os builtin
load node:os builtin builtin
`,
  );
});

test("an import reports null, and the format of the source with its language", () => {
  assert.strictEqual(
    run("imported.mjs"),
    `resolve typed.ts null
load typed.ts null commonjs-typescript
resolve plain.js null
load plain.js null commonjs
resolve syntax.ts null
load syntax.ts null module-typescript
resolve node:os undefined
load node:os undefined builtin
`,
  );
});

test("a main file that hooks declare as CommonJS is read by a registered compiler, whatever its syntax", () => {
  assert.strictEqual(run("--import", "./compiler.mjs", "main.ts"), "compiled function\n");
});
