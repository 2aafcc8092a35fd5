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

test("a class has the classes that it composes, with those that they compose", async () => {
  const source = `.a { composes: plain from global; top: 0 }
.b { composes: a; composes: part from "./part.module.css"; top: 1px }
.c { composes: b; top: 2px }`;
  writeFileSync(join(folder, "composed.module.css"), source);
  writeFileSync(join(folder, "part.module.css"), ".part { composes: other from global; left: 0 }\n");
  writeFileSync(join(folder, "composed.ts"), "import classes from './composed.module.css'; export default classes;\n");
  const outdir = join(folder, "composed");
  await Bun.build({ entrypoints: [join(folder, "composed.ts")], outdir, target: "bun" } as never);
  const { default: classes } = await import(join(outdir, "composed.js"));
  // Without what makes them unique, which is before or behind a name.
  const names = (name: string): string[] =>
    classes[name]
      .split(" ")
      .map((one: string) => /^(?:[\w-]{6,7}_)?(a|b|c|part|plain|other)(?:_[\w-]{6,7})?$/.exec(one)?.[1])
      .sort();
  assert.deepStrictEqual(names("a"), ["a", "plain"]);
  assert.deepStrictEqual(names("b"), ["a", "b", "other", "part", "plain"]);
  assert.deepStrictEqual(names("c"), ["a", "b", "c", "other", "part", "plain"]);
});
