// The sources that source maps name. As in Bun 1.4.5, which runs these tests too.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "source-maps-")));
process.on("exit", () =>
  [folder, `${folder}-beside`].forEach((one) => fs.rmSync(one, { recursive: true, force: true })),
);
fs.mkdirSync(path.join(folder, "src/lib"), { recursive: true });
fs.writeFileSync(
  path.join(folder, "src/main.ts"),
  'import { n } from "./lib/n";\nconsole.log(n);\nimport("./lib/late");\n',
);
fs.writeFileSync(path.join(folder, "src/lib/n.ts"), "export const n: number = Number(process.argv[2]);\n");
fs.writeFileSync(path.join(folder, "src/lib/late.ts"), 'import { n } from "./n";\nconsole.log("late", n);\n');
process.chdir(folder);

/** The files that the maps in a folder name, relative to `folder`. */
function sourcesIn(place: string): string[] {
  const maps = fs.readdirSync(place, { recursive: true }).filter((name) => `${name}`.endsWith(".map"));
  const sources = maps.flatMap((name) => {
    const file = path.join(place, `${name}`);
    const named = JSON.parse(fs.readFileSync(file, "utf8")).sources as string[];
    return named.map((source) => path.relative(folder, path.resolve(path.dirname(file), source)));
  });
  return [...new Set(sources)].sort();
}

const SOURCES = ["src/lib/late.ts", "src/lib/n.ts", "src/main.ts"];

for (const outdir of ["out", "deep/er/out", ".", "src/built", `../${path.basename(folder)}-beside`]) {
  test(`sources are relative to the map in ${outdir}`, async () => {
    const place = path.resolve(folder, outdir);
    // Bun 1.4.5 makes the sources of a chunk in a folder of its own relative to the folder above.
    const chunk = process.versions["brio"] === undefined ? "chunk-[hash].[ext]" : "chunks/[name]-[hash].[ext]";
    const names = { entry: "[name].[ext]", chunk };
    const options = { outdir, sourcemap: "linked", splitting: true, naming: names, target: "bun" } as const;
    const { outputs } = await Bun.build({ entrypoints: ["src/main.ts"], ...options });
    assert.deepStrictEqual(sourcesIn(place), SOURCES);
    for (const output of outputs) fs.rmSync(output.path);
  });
}

test("without a folder sources are relative to the current one", async () => {
  const { outputs } = await Bun.build({ entrypoints: ["src/main.ts"], sourcemap: "external", target: "bun" });
  const map = outputs.find(({ path }) => path.endsWith(".map"))!;
  assert.deepStrictEqual((JSON.parse(await map.text()).sources as string[]).sort(), SOURCES);
});
