// `pack` and the rules of `.npmignore` and `files`: each list of files is what npm 11 packs.
import assert from "node:assert";
import { test } from "../harness.ts";
import { withRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;
const FILES = [
  "index.js",
  "docs/z.md",
  "docs/docs/api/x.md",
  "lib/l.js",
  "lib/l.wasm",
  "lib/sub/m.js",
  "test/t.js",
  "tool.pyc",
  "b.orig",
  "src/b.orig",
  "src/build/config.gypi",
  "build/config.gypi",
  ".gitignore",
];

/** What is packed with rules of `.npmignore`, or with `files`. */
function packs(name: string, cases: { rules?: string[]; files?: string[]; packed: string }[]): void {
  test(
    name,
    withRegistry(async (registry) => {
      for (const path of FILES) registry.write(path, path === ".gitignore" ? "" : "x\n");
      for (const { rules = [], files, packed } of cases) {
        registry.write(".npmignore", `${rules.join("\n")}\n`);
        registry.write("package.json", { name: "pk", version: "1.0.0", files });
        const run = await registry.brio(["pack", "--dry-run", "--json"]);
        assert.strictEqual(run.code, 0, run.stderr);
        const [found] = JSON.parse(run.stdout.slice(run.stdout.indexOf("[")));
        const paths = found.files.map((file: { path: string }) => file.path).sort();
        assert.strictEqual(paths.join(" "), packed, rules.join(" ") || String(files));
      }
    }),
    SECONDS_MAX,
  );
}

packs("a negated rule brings back files below an ignored folder", [
  {
    rules: ["*", "!docs/docs/**/*", "!lib/**", "lib/l.wasm", "!index.js"],
    packed: "docs/docs/api/x.md index.js lib/l.js lib/sub/m.js package.json",
  },
  { rules: ["**/*", "!lib/**"], packed: "lib/l.js lib/l.wasm lib/sub/m.js package.json" },
]);

packs("rules have character classes and ignore case", [
  { rules: ["lib/**", "!lib/l.js", "[dt]*"], packed: "index.js lib/l.js package.json" },
  {
    rules: ["*.py[cod]", "INDEX.JS", "docs/", "!docs/z.md", "test"],
    packed: "docs/z.md lib/l.js lib/l.wasm lib/sub/m.js package.json",
  },
]);

packs("what is left out by default can be named by `files`", [
  { files: ["b.orig"], packed: "b.orig package.json" },
  { files: ["src", "build"], packed: "build/config.gypi package.json" },
]);
