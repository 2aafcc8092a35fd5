// Libraries for files: fast-glob, glob, chokidar, fs-extra, js-yaml, and lru-cache for what they found.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import chokidar from "chokidar";
import fg from "fast-glob";
import fse from "fs-extra";
import { glob, globSync } from "glob";
import yaml from "js-yaml";
import { LRUCache } from "lru-cache";
import { outcome, section } from "../shared/ask.mjs";

section("fs-extra");
await fse.outputJson("tree/a/b/data.json", { a: [1, { b: null }] }, { spaces: 2 });
for (const name of [
  "tree/one.ts",
  "tree/two.js",
  "tree/.hidden.js",
  "tree/a/three.ts",
  "tree/a/b/four.ts",
  "tree/node_modules/five.ts",
  "tree/a b/[x].ts",
])
  fse.outputFileSync(name, name);
fs.symlinkSync("a", "tree/link");
await fse.copy("tree/a", "copy", { filter: (source) => !source.endsWith(".json") });
await fse.move("copy", "moved");
console.log(
  (await fs.promises.readdir("moved", { recursive: true })).sort().join(),
  await fse.pathExists("copy"),
  (await fse.readJson("tree/a/b/data.json")).a.length,
);
await outcome("copy onto itself", fse.copy("tree", "tree/a/inside"));
await outcome("read nothing", fse.readJson("none.json"));
await fse.emptyDir("moved");
await fse.remove("moved");
console.log(fs.existsSync("moved"));

section("globs");
const globs = [
  "tree/**/*.ts",
  ["tree/**/*.{ts,js}", "!**/node_modules/**"],
  "tree/*/three.*",
  "tree/**/+(one|two).*",
  "tree/a b/\\[x\\].ts",
  "tree/**/[a-o]*.ts",
];
for (const pattern of globs) console.log((await fg(pattern, { dot: false })).sort().join(" "));
console.log(
  (await fg("**/*.js", { cwd: "tree", dot: true, absolute: false, objectMode: true, stats: true }))
    .map((entry) => `${entry.path} ${entry.stats.size}`)
    .sort()
    .join(" "),
);
console.log(
  fg.sync("**", { cwd: "tree", onlyDirectories: true, deep: 2, followSymbolicLinks: false }).sort().join(" "),
  fg.isDynamicPattern("a/*"),
  fg.escapePath("a(b)*"),
);
console.log((await Array.fromAsync(fg.stream("tree/*.{js,ts}"))).sort().join(" "));
for (const pattern of ["tree/**/*.ts", "tree/**/*.js", "tree/*/"])
  console.log((await glob(pattern, { ignore: "**/node_modules/**" })).sort().join(" "));
console.log(
  globSync("**/*.json", { cwd: "tree", withFileTypes: true })
    .map((entry) => entry.name)
    .join(),
  globSync("*", { cwd: "tree", dot: true, nodir: true }).sort().join(),
);

section("chokidar");
fs.mkdirSync("watched");
fs.writeFileSync("watched/first.txt", "1");
const watcher = chokidar.watch("watched", { ignored: (file) => file.endsWith(".tmp") });
const seen = [];
watcher.on("all", (event, file) => seen.push(`${event} ${path.relative(".", file)}`));
await new Promise((resolve) => watcher.on("ready", resolve));
const settle = async (expected) => {
  for (let tries = 0; tries < 2000 && !seen.includes(expected); tries++) await pause(10);
};
fs.writeFileSync("watched/second.txt", "2");
await settle("add watched/second.txt");
fs.writeFileSync("watched/ignored.tmp", "x");
await pause(120);
fs.appendFileSync("watched/first.txt", "more");
await settle("change watched/first.txt");
fs.mkdirSync("watched/folder");
await settle("addDir watched/folder");
fs.writeFileSync("watched/folder/inner.txt", "3");
await settle("add watched/folder/inner.txt");
fs.unlinkSync("watched/second.txt");
await settle("unlink watched/second.txt");
fs.rmSync("watched/folder", { recursive: true });
await settle("unlinkDir watched/folder");
await watcher.close();
// A new file may be seen before its content, which is a change then.
const written = new Set(["change watched/second.txt", "change watched/folder/inner.txt"]);
console.log(
  [...new Set(seen)]
    .filter((line) => !written.has(line))
    .sort()
    .join("\n"),
);

section("yaml and a cache");
const document =
  "a: 1\nlist:\n  - x\n  - {y: [1, 2]}\ntext: |\n  two\n  lines\ndate: 2020-01-02\nanchor: &id {k: v}\nref: *id\n";
console.log(JSON.stringify(yaml.load(document)));
console.log(yaml.dump({ b: [1, { c: "yes" }], d: "multi\nline", e: null }));
await outcome("bad yaml", async () => yaml.load("a: [1"));
const cache = new LRUCache({ max: 2, dispose: (value, name, reason) => console.log("gone", name, reason) });
cache.set("a", 1).set("b", 2);
cache.get("a");
cache.set("c", 3);
console.log(
  [...cache.keys()].join(),
  cache.get("b") ?? null,
  await new LRUCache({ max: 1, fetchMethod: async (name) => `${name} fetched` }).fetch("x"),
);
