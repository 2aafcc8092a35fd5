// Pages that need no other file, as Bun 1.4.5 makes them: `compile` for browsers. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pages-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4DwAAAQEABRjYTgAAAABJRU5ErkJggg==",
  "base64",
);

const FILES: Record<string, string | Uint8Array> = {
  "index.html": `<!doctype html><html><head><link rel="stylesheet" href="./style.css"></head>
<body><img src="./pixel.png"><script src="./first.ts"></script><script type="module" src="./second.js"></script></body></html>`,
  "style.css": '@import "./base.css"; body { background: url("./pixel.png"); } p::after { content: "</style>"; }',
  "base.css": "h1 { margin: 3px; }",
  "first.ts":
    "import { next } from './state.js'; const n: number = next(); globalThis.seen.push('first ' + n, '</script>');",
  "second.js":
    "import { next } from './state.js'; import url from './pixel.png'; import './more.css'; globalThis.seen.push('second ' + next(), url.slice(0, 15)); const later = await import('./later.js'); globalThis.seen.push(later.text);",
  "state.js": "let n = 0; export const next = () => ++n;",
  "later.js": "export const text = 'later';",
  "more.css": "h2 { margin: 5px; }",
  "pixel.png": PIXEL,
};

function project(): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, contents] of Object.entries(FILES)) fs.writeFileSync(path.join(place, name), contents);
  return place;
}

/** Checks a page, and runs its scripts. */
async function check(page: string, place: string): Promise<void> {
  assert.doesNotMatch(page, /(?:src|href)="(?!data:)/);
  assert.doesNotMatch(page, /@import|brio-page/);
  assert.match(page, /margin:\s*3px/);
  assert.match(page, /margin:\s*5px/);
  assert.match(page, /src="data:image\/png;base64,iVBOR/);
  assert.match(page, /url\("?data:image\/png;base64,iVBOR/);
  const styles = page.match(/<style[^>]*>/g)!;
  assert.strictEqual(page.match(/<\/style>/g)!.length, styles.length);
  const scripts = [...page.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
  assert.strictEqual(page.match(/<\/script>/g)!.length, scripts.length);
  const seen: string[] = ((globalThis as any).seen = []);
  for (const [index, code] of scripts.entries()) {
    const file = path.join(place, `script-${index}.mjs`);
    fs.writeFileSync(file, code);
    await import(file);
  }
  assert.deepStrictEqual(seen, ["first 1", "</script>", "second 2", "data:image/png;", "later"]);
}

test("a page has its scripts, style sheets and files in it", async () => {
  const place = project();
  const built = await Bun.build({ entrypoints: [`${place}/index.html`], compile: true, target: "browser" });
  assert.strictEqual(built.outputs.length, 1);
  assert.strictEqual(built.outputs[0]!.loader, "html");
  await check(await built.outputs[0]!.text(), place);
});

test("it is written to outdir, and by the command", async () => {
  const place = project();
  await Bun.build({
    entrypoints: [`${place}/index.html`],
    compile: true,
    target: "browser",
    outdir: `${place}/a`,
    minify: true,
  });
  assert.deepStrictEqual(fs.readdirSync(`${place}/a`), ["index.html"]);
  const args = ["build", "--compile", "--target=browser", "index.html", "--outdir", "b"];
  const run = Bun.spawnSync([process.execPath, ...args], { cwd: place });
  assert.strictEqual(run.exitCode, 0, `${run.stderr}`);
  assert.deepStrictEqual(fs.readdirSync(`${place}/b`), ["index.html"]);
  await check(fs.readFileSync(`${place}/b/index.html`, "utf8"), place);
});

test("it cannot be split", () => {
  const place = project();
  const options = { entrypoints: [`${place}/index.html`], compile: true, target: "browser", splitting: true };
  assert.throws(() => Bun.build(options as unknown as Bun.BuildConfig));
});
