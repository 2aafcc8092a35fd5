// Scripts and style sheets that a page contains, as Vite builds them: modules are bundled, style sheets stay in the page. A
// module that several scripts import is one instance, as HTML has it.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

function project(files: Record<string, string>): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-inline-")));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

function build(folder: string, ...flags: string[]) {
  const options = { cwd: folder, encoding: "utf8" as const, env: { ...process.env, NO_COLOR: "1" } };
  return spawnSync(process.execPath, ["build", "index.html", "--outdir", "out", ...flags], options);
}

const FILES = {
  "index.html": `<!doctype html><html><head>
<style>@import "./base.css"; body { background: url("./dot.png"); & p { color: red } }</style>
<style> </style>
<script>window.classic = 1;</script>
<script type="module">
  import { next } from "./state.js";
  globalThis.seen.push("first " + next());
</script>
<script type="module" src="./main.ts"></script>
<script type="application/json">{ "a": "./dot.png" }</script>
<script type="module" lang="ts">import { next } from "./state.js"; const n: number = next(); globalThis.seen.push("third " + n);</script>
</head><body></body></html>`,
  "base.css": "h1 { margin: 0 }",
  "dot.png": "not really an image",
  "state.js": "let n = 0; export const next = () => ++n;",
  "main.ts": 'import { next } from "./state"; const n: number = next(); (globalThis as any).seen.push("second " + n);',
};

for (const flags of [[], ["--minify"], ["--production"]]) {
  test(`the modules in a page are outputs that run in its order (${flags.join() || "no flags"})`, async () => {
    const folder = project(FILES);
    const { status, stderr } = build(folder, ...flags);
    assert.strictEqual(status, 0, stderr);
    const page = fs.readFileSync(path.join(folder, "out/index.html"), "utf8");
    const scripts = [...page.matchAll(/<script type="module" src="(\.\/[\w-]+\.js)"><\/script>/g)].map(
      (one) => one[1]!,
    );
    assert.strictEqual(scripts.length, 3, page);
    const seen: string[] = [];
    (globalThis as any).seen = seen;
    for (const script of scripts) await import(path.join(folder, "out", script));
    assert.deepStrictEqual(seen, ["first 1", "second 2", "third 3"]);
    assert.ok(page.includes("<script>window.classic = 1;</script>"));
    assert.ok(page.includes('<script type="application/json">{ "a": "./dot.png" }</script>'));
  });
}

test("a style sheet in a page has its imports in it, and small files that it names", () => {
  const folder = project(FILES);
  assert.strictEqual(build(folder, "--minify").status, 0);
  const page = fs.readFileSync(path.join(folder, "out/index.html"), "utf8");
  const sheet = /<style>(h1[^]*?)<\/style>/.exec(page)![1]!;
  const address = /url\("?data:image\/png;base64,([\w+/=]+)"?\)/.exec(sheet)![1]!;
  assert.strictEqual(Buffer.from(address, "base64").toString(), FILES["dot.png"]);
  assert.ok(!sheet.includes("@import") && sheet.includes("margin:0"), sheet);
});

test("a style sheet does not end its element, and one that is not understood stays as it is", () => {
  const folder = project({
    "index.html": '<style>a::after { content: "\\3c/style>" }</style><style>a { {{ template }} }</style><p>x</p>',
  });
  const { status, stderr } = build(folder);
  assert.strictEqual(status, 0, stderr);
  assert.match(stderr, /warning: a style sheet stays as it is: .*index\.html:1:/);
  const page = fs.readFileSync(path.join(folder, "out/index.html"), "utf8");
  assert.ok(page.includes("<style>a { {{ template }} }</style><p>x</p>"), page);
  assert.strictEqual(page.match(/<\/style>/g)!.length, 2, page);
  assert.ok(page.includes('content: "<\\/style>"'), page);
});

test("errors have their place in the page", () => {
  const cases: [source: string, place: string, message: RegExp][] = [
    ['<p>\n<script type="module">\n  import "./gone.js";\n</script>', "3:10", /cannot find "\.\/gone\.js"/],
    ['<script type="module">import "left-pad-of-nowhere";</script>', "1:30", /cannot find package/],
    ['<p>\n  <script type="module">let a = ;</script>', "2:33", /Unexpected token/],
    ['<p>\n<style>@import "./gone.css";</style>', "2:8", /cannot find "\.\/gone\.css"/],
  ];
  for (const [source, place, message] of cases) {
    const folder = project({ "index.html": source });
    const { status, stderr } = build(folder);
    assert.strictEqual(status, 1, stderr);
    assert.match(stderr, message);
    assert.ok(stderr.includes(`index.html:${place}`), stderr);
    assert.ok(!/index\.html\.\d/.test(stderr), stderr);
    assert.ok(!fs.existsSync(path.join(folder, "out")));
  }
});
