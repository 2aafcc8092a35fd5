// Style sheets as entries, as Bun 1.4.5 builds them. Run with Bun or Brio.
import assert from "node:assert";
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "style-sheets-")));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "a.css"), "@import './b.css';\nbody { color: red }\n");
writeFileSync(join(folder, "b.css"), ".b { margin: 0 }\n");
writeFileSync(join(folder, "c.module.css"), ".c { color: red }\n");
writeFileSync(join(folder, "d.ts"), "import './a.css'; console.log('d');\n");

async function build(entries: string[], options: object = {}): Promise<string[]> {
  const outdir = mkdtempSync(join(folder, "out-"));
  const { outputs } = await Bun.build({
    entrypoints: entries.map((name) => join(folder, name)),
    outdir,
    ...options,
  } as never);
  assert.deepStrictEqual(outputs.map((output) => basename(output.path)).sort(), readdirSync(outdir).sort());
  return outputs.map((output) => `${output.kind} ${basename(output.path)}`).sort();
}

test("a style sheet that is an entry is built without a script", async () => {
  assert.deepStrictEqual(await build(["a.css"]), ["asset a.css"]);
  assert.deepStrictEqual(await build(["a.css", "c.module.css"]), ["asset a.css", "asset c.module.css"]);
});

test("a style sheet that is an entry has no source map of a script", async () => {
  const built = await build(["a.css"], { sourcemap: "linked" });
  assert.ok(!built.some((name) => name.endsWith(".js") || name.endsWith(".js.map")), built.join());
});

test("a script beside it keeps its own style sheet", async () => {
  assert.deepStrictEqual(await build(["d.ts", "b.css"]), ["asset b.css", "asset d.css", "entry-point d.js"]);
});

test("the sheet contains what it imports", async () => {
  const outdir = join(folder, "contents");
  await Bun.build({ entrypoints: [join(folder, "a.css")], outdir } as never);
  assert.match(
    readFileSync(join(outdir, "a.css"), "utf8"),
    /\.b\s*\{\s*margin: 0;?\s*\}[^]*body\s*\{\s*color: red;?\s*\}/,
  );
});
