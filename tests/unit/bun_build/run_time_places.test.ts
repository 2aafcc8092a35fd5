// What bundles find out when they run: whether they are the program, and files beside them that are made later.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "run-time-places-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const write = (name: string, source: string): void => fs.writeFileSync(path.join(folder, name), source);

function brio(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
}

write(
  "main.cjs",
  `const { inner } = require("./inner.cjs");
if (require.main === module) console.log("main", inner());
else console.log("imported", inner());
if (require.main !== module) console.log("not the program");`,
);
write("inner.cjs", `exports.inner = () => (module == require.main ? "inner is main" : "inner is not");`);

test("require.main is the program in every format", () => {
  for (const [format, file] of [
    ["esm", "out.mjs"],
    ["cjs", "out.cjs"],
  ] as const) {
    const built = brio("build", "--target", "node", "--format", format, "--outfile", file, "main.cjs");
    assert.strictEqual(built.status, 0, built.stderr);
    assert.strictEqual(brio(file).stdout, "main inner is not\n", format);
  }
  write("importer.mjs", `import "./out.mjs";`);
  assert.strictEqual(brio("importer.mjs").stdout, "imported inner is not\nnot the program\n");
});

test("names of a program of its own are left", () => {
  write("own.mjs", `const require = { main: 1 }, module = 1; console.log(require.main === module);`);
  assert.strictEqual(brio("build", "--target", "node", "--outfile", "own_out.mjs", "own.mjs").status, 0);
  assert.strictEqual(brio("own_out.mjs").stdout, "true\n");
});

test("a server's URL may name a file that is made later, or a folder", () => {
  write(
    "later.mjs",
    `import fs from "node:fs";
const later = new URL("./later.json", import.meta.url);
fs.writeFileSync(later, "made");
console.log(fs.readFileSync(later, "utf8"), fs.statSync(new URL("./", import.meta.url)).isDirectory());`,
  );
  const built = brio("build", "--target", "node", "--outfile", "later_out.mjs", "later.mjs");
  assert.strictEqual(built.status, 0, built.stderr);
  assert.strictEqual(brio("later_out.mjs").stdout, "made true\n");
  write("page.js", `console.log(new URL("./missing.svg", import.meta.url).href);`);
  assert.match(brio("build", "--target", "browser", "--outfile", "page_out.js", "page.js").stderr, /missing\.svg/);
});
