// Deprecated entry points: DEP0128, `main` of a package.json names no file, and the folder's index file is used;
// DEP0151, an ES module that is imported by the default name or by an added extension.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-main-")));
process.on("exit", () => fs.rmSync(root, { recursive: true, force: true }));

function folder(name: string, content: object): void {
  fs.mkdirSync(path.join(root, name), { recursive: true });
  fs.writeFileSync(path.join(root, name, "package.json"), JSON.stringify(content));
  fs.writeFileSync(path.join(root, name, "index.js"), "module.exports = 1;\n");
}

/** The folders and the `main` of the warnings that these requests print, in order. */
function warnings(...requests: string[]): string[] {
  const file = path.join(root, "program.cjs");
  fs.writeFileSync(
    file,
    `${requests.map((request) => `require(${JSON.stringify(request)});`).join("\n")}
process.on("warning", ({ name, code, message }) => console.log([name, code, message].join(" ")));\n`,
  );
  const { stdout, status } = spawnSync(process.execPath, ["--no-warnings", file], { encoding: "utf8" });
  assert.strictEqual(status, 0);
  const shape =
    /^DeprecationWarning DEP0128 Invalid 'main' field in '(.*)\/package\.json' of '(.*)'\. Please either fix that or report it to the module author$/;
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const found = shape.exec(line);
      assert.ok(found !== null, line);
      return `${path.relative(root, found[1]!)} ${found[2]!}`;
    });
}

folder("missing", { main: "nope.js" });
folder("itself", { main: "." });
folder("named", { main: "./index" });
folder("empty", { main: "" });
folder("none", {});
folder("node_modules/package", { main: "lib/package.js" });
folder("node_modules/@scope/package", { main: "./lib" });
folder("node_modules/exporting", { main: "lib", exports: "./index.js" });
folder("linked", { main: "zip" });
fs.symlinkSync("../linked", path.join(root, "node_modules/link"));

test("require of a folder or package whose main is missing warns", () => {
  assert.deepStrictEqual(warnings("./missing"), ["missing nope.js"]);
  assert.deepStrictEqual(warnings("package", "@scope/package"), [
    "node_modules/package lib/package.js",
    "node_modules/@scope/package ./lib",
  ]);
});

test("a repeated request does not, another one for the same folder does", () => {
  assert.deepStrictEqual(warnings("./missing", "./missing", "./missing/"), ["missing nope.js", "missing nope.js"]);
});

test("the folder is named as it was found, not by its real path", () => {
  assert.deepStrictEqual(warnings("link"), ["node_modules/link zip"]);
});

test("an intended index file gives no warning", () => {
  assert.deepStrictEqual(
    warnings(
      "./itself",
      "./named",
      "./empty",
      "./none",
      "./missing/index",
      "./missing/index.js",
      "package/index",
      "exporting",
    ),
    [],
  );
});

test("a package.json that begins with a byte order mark is read as any other", () => {
  folder("marked", {});
  fs.writeFileSync(path.join(root, "marked", "package.json"), '\ufeff{"main":"gone.js"}');
  assert.deepStrictEqual(warnings("./marked"), ["marked gone.js"]);
});

test("an imported ES module that neither exports nor main names in full is deprecated", () => {
  const packages: [name: string, manifest: object, file: string][] = [
    ["default", {}, "index.js"],
    ["empty", { main: "" }, "index.js"],
    ["short", { main: "index" }, "index.js"],
    ["@scope/deep", { main: "./lib/file" }, "lib/file.js"],
    ["full", { main: "index.js" }, "index.js"],
    ["exported", { exports: "./index.js" }, "index.js"],
  ];
  for (const [name, manifest, entry] of packages) {
    const target = path.join(root, "node_modules", name);
    fs.mkdirSync(path.dirname(path.join(target, entry)), { recursive: true });
    fs.writeFileSync(path.join(target, "package.json"), JSON.stringify({ ...manifest, name, type: "module" }));
    fs.writeFileSync(path.join(target, entry), "export {};");
  }
  const program = path.join(root, "program.mjs");
  const imports = packages.map(([name]) => `await import(${JSON.stringify(name)});`).join("\n");
  fs.writeFileSync(
    program,
    `process.on("warning", ({ code, message }) => console.log([code, message].join(" ")));\n${imports}`,
  );
  const { stdout } = spawnSync(process.execPath, ["--no-warnings", program], { encoding: "utf8" });
  const none = (name: string) =>
    `DEP0151 No "main" or "exports" field defined in the package.json for ${root}/node_modules/${name}/ resolving the main entry point "index.js", imported from ${program}.\nDefault "index" lookups for the main are deprecated for ES modules.\n`;
  const short = (name: string, main: string, found: string) =>
    `DEP0151 Package ${root}/node_modules/${name}/ has a "main" field set to "${main}", excluding the full filename and extension to the resolved file at "${found}", imported from ${program}.\n Automatic extension resolution of the "main" field is deprecated for ES modules.\n`;
  assert.strictEqual(
    stdout,
    none("default") +
      none("empty") +
      short("short", "index", "index.js") +
      short("@scope/deep", "./lib/file", "lib/file.js"),
  );
});
