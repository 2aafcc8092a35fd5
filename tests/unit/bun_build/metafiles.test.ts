// The option `metafile` and its flags, as in Bun 1.4.5. Run with Bun or Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "metafiles-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

interface Import {
  path: string;
  original?: string;
  with?: { type: string };
}

interface Metafile {
  inputs: Record<string, { format?: string; imports: Import[] }>;
  outputs: Record<string, { cssBundle?: string }>;
}

function project(): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  const files = {
    "a.js":
      'import d from "./d.json"; import t from "./t.txt"; import "./s.css"; import e from "./e.js"; import fs from "fs"; console.log(d, t, e, fs);',
    "e.js": 'import f from "./node_modules/f/f.js"; export default f;',
    "d.json": '{"a":1}',
    "t.txt": "text",
    "s.css": "a { color: red }",
    "node_modules/f/f.js": "export default 1;",
  };
  for (const [name, contents] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), contents);
  }
  return place;
}

/** Builds with an option `metafile`: the result, and the files below the outputs. */
async function built(metafile: unknown): Promise<{ metafile: Metafile | undefined; files: string[]; outdir: string }> {
  const place = project();
  const outdir = path.join(place, "out");
  const result = await Bun.build({
    entrypoints: [path.join(place, "a.js")],
    outdir,
    external: ["fs"],
    metafile,
  } as never);
  const files = (fs.readdirSync(outdir, { recursive: true }) as string[]).filter((name) => !/^a\.(js|css)$/.test(name));
  return { metafile: (result as unknown as { metafile?: Metafile }).metafile, files: files.sort(), outdir };
}

test("a string names the file of the JSON", async () => {
  const { metafile, files, outdir } = await built("x/meta.json");
  assert.deepStrictEqual(files, ["x", path.join("x", "meta.json")]);
  const written = JSON.parse(fs.readFileSync(path.join(outdir, "x/meta.json"), "utf8"));
  assert.deepStrictEqual(Object.keys(written.inputs).sort(), Object.keys(metafile!.inputs).sort());
});

test("an object names both files", async () => {
  const { metafile, files, outdir } = await built({ json: "m.json", markdown: "m.md" });
  assert.deepStrictEqual(files, ["m.json", "m.md"]);
  assert.ok(metafile!.outputs);
  assert.match(fs.readFileSync(path.join(outdir, "m.md"), "utf8"), /^# Bundle Analysis Report\n/);
  assert.deepStrictEqual((await built({ markdown: "m.md" })).files, ["m.md"]);
  assert.deepStrictEqual((await built({})).files, []);
});

test("without it there is none, and other values are refused", async () => {
  for (const value of [false, undefined, null]) assert.strictEqual((await built(value)).metafile, undefined);
  await assert.rejects(async () => built(1), { name: "TypeError", message: /boolean, string, or object/ });
  await assert.rejects(async () => built({ json: 1 }), { name: "TypeError", message: /"json" property/ });
});

test("data has the attribute that its import could have, and a script names its style sheet", async () => {
  const { metafile } = await built(true);
  const entry = Object.entries(metafile!.inputs).find(([name]) => name.endsWith("a.js"))![1];
  const types = entry.imports.map((one) => `${path.basename(one.path)} ${one.with?.type ?? ""}`.trim());
  assert.deepStrictEqual(types.sort(), ["d.json json", "e.js", "fs", "s.css", "t.txt text"]);
  const formats = Object.entries(metafile!.inputs).map(([name, { format }]) => `${path.basename(name)} ${format}`);
  for (const format of ["d.json json", "s.css css", "e.js esm"]) assert.ok(formats.includes(format), formats.join());
  const script = Object.entries(metafile!.outputs).find(([name]) => name.endsWith(".js"))![1];
  assert.match(script.cssBundle!, /a\.css$/);
});

test("--metafile-md writes the report beside other outputs", () => {
  const place = project();
  for (const [flag, file] of [
    ["--metafile-md", "meta.md"],
    ["--metafile-md=report.md", "report.md"],
  ] as const) {
    const args = ["build", "a.js", "--external", "fs", "--outdir=dist", flag];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: place, encoding: "utf8" });
    assert.strictEqual(status, 0, stderr);
    const report = fs.readFileSync(path.join(place, file), "utf8");
    for (const part of [
      /^\| Input modules \| 6 \|$/m,
      /^\*\*CSS bundle\*\*: `.*a\.css`$/m,
      /^\[IMPORT: a\.js -> e\.js\]$/m,
      /^\[IMPORTED_BY: e\.js <- a\.js\]$/m,
      /^\[EXTERNAL: a\.js imports fs\]$/m,
      /^\[ENTRY: a\.js -> .*a\.js \(\d+ bytes\)\]$/m,
      /^\[NODE_MODULES: node_modules\/f\/f\.js\]$/m,
    ])
      assert.match(report, part);
  }
});
