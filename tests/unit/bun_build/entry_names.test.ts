// Templates of the names of entries, as in Bun 1.4.5. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "entry-names-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
for (const name of ["a/x.js", "a/b/x.js", "a/b/c/y.js"]) {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), `console.log(${JSON.stringify(name)});`);
}

async function names(entry: string, entries: string[]): Promise<string[]> {
  const outdir = fs.mkdtempSync(path.join(folder, "out-"));
  const entrypoints = entries.map((name) => path.join(folder, name));
  await Bun.build({ entrypoints, outdir, naming: { entry } } as never);
  const all = fs.readdirSync(outdir, { recursive: true }) as string[];
  return all.filter((name) => name.endsWith(".js")).sort();
}

const ENTRIES = ["a/x.js", "a/b/x.js", "a/b/c/y.js"];

test("folders alone can make names", async () => {
  const expected = ["index.js", "b/index.js", "b/c/index.js"].map((name) => `o/${name}`).sort();
  assert.deepStrictEqual(await names("o/[dir]/index.[ext]", ENTRIES), expected);
  assert.deepStrictEqual(await names("n/../o/[dir]/index.[ext]", ENTRIES), expected);
});

test("folders and names", async () => {
  assert.deepStrictEqual(await names("[dir]/z-[name].[ext]", ENTRIES), ["b/c/z-y.js", "b/z-x.js", "z-x.js"]);
});

test("folders, names and hashes", async () => {
  const all = await names("[dir]/z-[name]-[hash].[ext]", ENTRIES);
  assert.deepStrictEqual(
    all.map((name) => name.replace(/-[\w-]{8}\.js$/, "-HASH.js")),
    ["b/c/z-y-HASH.js", "b/z-x-HASH.js", "z-x-HASH.js"],
  );
});

test("assets have the folders of their files", async () => {
  const place = path.join(folder, "assets");
  const files = {
    "src/main.js": 'import one from "./img/x/one.bin"; import two from "./two.bin"; console.log(one, two);',
    "src/img/x/one.bin": "one",
    "src/two.bin": "two",
  };
  for (const [name, contents] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), contents);
  }
  const outdir = path.join(place, "out");
  const entrypoints = [path.join(place, "src/main.js")];
  await Bun.build({
    entrypoints,
    outdir,
    root: path.join(place, "src"),
    naming: { asset: "files/[dir]/[name].[ext]" },
  });
  assert.strictEqual(fs.readFileSync(path.join(outdir, "files/img/x/one.bin"), "utf8"), "one");
  assert.match(fs.readFileSync(path.join(outdir, "main.js"), "utf8"), /"\.\/files\/img\/x\/one\.bin"/);
});

test("the root of the entries exists", async () => {
  const options = { entrypoints: [path.join(folder, "a/x.js")], root: path.join(folder, "none") };
  // Bun throws at once.
  const build = async () => Bun.build(options);
  await assert.rejects(build);
});
