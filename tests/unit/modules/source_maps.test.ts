import assert from "node:assert";
import fs from "node:fs";
import { createRequire, findSourceMap, Module, registerHooks, SourceMap } from "node:module";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-maps-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const require = createRequire(path.join(folder, "_"));

/** A file whose second line comes from line 7, column 3 of `original.ts`. */
function write(name: string, comment = "//# sourceMappingURL="): string {
  const map = { version: 3, sources: ["original.ts"], names: [], mappings: ";AAME" };
  const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString("base64")}`;
  const file = path.join(folder, name);
  fs.writeFileSync(file, `exports.fail = () => {\nthrow new Error("mapped");\n};\n${comment}${url}\n`);
  return file;
}
const stackOf = (file: string): string => {
  try {
    require(file).fail();
  } catch (error) {
    return (error as Error).stack!;
  }
  return "";
};

test("stacks are mapped while source maps are on", () => {
  assert.match(stackOf(write("plain.cjs")), /plain\.cjs:2:\d+/);
  const file = write("mapped.cjs");
  process.setSourceMapsEnabled(true);
  try {
    assert.match(stackOf(file), new RegExp(`${folder}/original\\.ts:7:3`));
    assert.deepStrictEqual((findSourceMap(file) as any).findEntry(1, 0).originalLine, 6);
  } finally {
    process.setSourceMapsEnabled(false);
  }
  assert.match(stackOf(file), /mapped\.cjs:2:\d+/);
});

test("a sourceMappingURL inside a template is text", () => {
  const file = write("template.cjs", "`\n//# sourceMappingURL=");
  fs.appendFileSync(file, "`;\n");
  process.setSourceMapsEnabled(true);
  try {
    assert.doesNotMatch(stackOf(file), /original\.ts/);
  } finally {
    process.setSourceMapsEnabled(false);
  }
});

test("SourceMap reads the mappings that it is given", () => {
  const map = new SourceMap({ version: 3, sources: ["a.ts"], names: ["x"], mappings: "AAAAA,CAAC" } as any);
  const { originalSource, originalLine, originalColumn, name }: any = map.findEntry(0, 0);
  assert.deepStrictEqual([originalSource, originalLine, originalColumn, name], ["a.ts", 0, 0, "x"]);
  assert.deepStrictEqual({ ...map.findEntry(0, 1) }.originalColumn, 1);
  assert.throws(() => new SourceMap("text" as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => process.setSourceMapsEnabled(1 as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("the map of a source that was compiled for a file is used, not that of the file", async () => {
  const text = fs.readFileSync(write("text.cjs"), "utf8");
  const plain = path.join(folder, "plain_on_disk.cjs");
  fs.writeFileSync(plain, "");
  process.setSourceMapsEnabled(true);
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith("made:")
        ? { url: `file://${folder}/${specifier.slice(5)}`, shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url.endsWith("/made.mjs")
        ? { format: "module", source: text.replace("exports.fail =", "export const fail ="), shortCircuit: true }
        : next(url, context),
  });
  try {
    const fails: (() => void)[] = [];
    for (const file of [plain, path.join(folder, "nowhere.js")]) {
      const module: any = new Module(file);
      module._compile(text, file);
      fails.push(module.exports.fail);
      assert.strictEqual((findSourceMap(file) as any).payload.sources[0], `file://${folder}/original.ts`);
    }
    fails.push((await import("made:made.mjs" as string)).fail);
    for (const fail of fails) assert.throws(fail, (error: Error) => error.stack!.includes(`${folder}/original.ts:7:3`));
  } finally {
    hooks.deregister();
    process.setSourceMapsEnabled(false);
  }
});
