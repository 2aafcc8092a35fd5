// What `require` and `import` of files with the loaders of strings are: as esbuild 0.28.2 has it.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "loaders-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

function printed(loader: string, contents: string, name = "a.xyz"): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  fs.writeFileSync(path.join(place, name), contents);
  const source = `import one from "./${name}"; const two = require("./${name}"); console.log(one === two, one);`;
  fs.writeFileSync(path.join(place, "main.js"), source);
  const loaders = ["--loader", `${path.extname(name)}:${loader}`];
  const args = ["build", "main.js", "--target", "node", "--outdir", "out", "--quiet", ...loaders];
  const built = spawnSync(process.execPath, args, { cwd: place, encoding: "utf8" });
  assert.strictEqual(built.status, 0, built.stderr);
  return spawnSync(process.execPath, [path.join(place, "out/main.js")], { encoding: "utf8" }).stdout.trim();
}

const expected: [name: string, loader: string, contents: string, printed: string, file?: string][] = [
  ["text", "text", "hello wörld", "true hello wörld"],
  ["base64", "base64", "hello wörld", "true aGVsbG8gd8O2cmxk"],
  ["a data URL of text", "dataurl", "hello wörld", "true data:text/plain;charset=utf-8,hello wörld"],
  [
    "a data URL with characters that are escaped",
    "dataurl",
    "a#b\t%41%x ",
    "true data:text/plain;charset=utf-8,a%23b%09%2541%x%20",
  ],
  ["a data URL of an image", "dataurl", "<svg/>", "true data:image/svg+xml,<svg/>", "a.svg"],
  ["a data URL of nothing", "dataurl", "", "true data:text/plain;charset=utf-8,"],
];

for (const [name, loader, contents, text, file] of expected) {
  test(`import and require are the same string: ${name}`, () => {
    assert.strictEqual(printed(loader, contents, file), text);
  });
}
