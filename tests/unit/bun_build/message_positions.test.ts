// Where the messages of builds and transpilers are about: `offset` in bytes, `column` and `length` in UTF-16 units, as in Bun
// 1.4.5. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "message-positions-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** The place of the only report about the first of the files. */
async function placeOf(files: Record<string, string>, options: object = {}): Promise<unknown[]> {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, contents] of Object.entries(files)) fs.writeFileSync(path.join(place, name), contents);
  const entrypoints = [path.join(place, Object.keys(files)[0]!)];
  const { logs } = await Bun.build({ entrypoints, throw: false, ...options } as never);
  assert.strictEqual(logs.length, 1);
  const { line, column, length, offset } = logs[0]!.position!;
  return [line, column, length, offset];
}

test("the specifier of a module that is missing, with its quotes", async () => {
  assert.deepStrictEqual(await placeOf({ "main.ts": "const ä = 1;\nimport './gone';\n" }), [2, 8, 8, 21]);
});

test("a token that is not expected", async () => {
  assert.deepStrictEqual(await placeOf({ "main.ts": "let x = 1;\n  let é = 2; let = ;\n" }), [2, 20, 1, 31]);
});

test("a name that a module does not export", async () => {
  const files = { "main.ts": "import { foo } from './d';\nconsole.log(foo);\n", "d.ts": "export const fop = 1;" };
  assert.deepStrictEqual(await placeOf(files), [1, 10, 3, 9]);
});

test("a constant that is assigned", async () => {
  assert.deepStrictEqual(await placeOf({ "main.ts": "let z;\nconst y = 1; y = 2;" }), [2, 14, 1, 20]);
});

test("what a plugin throws is about no line", async () => {
  const setup = (build: { onLoad(options: object, callback: () => void): void }): void =>
    build.onLoad({ filter: /main/ }, () => {
      throw new Error("boom");
    });
  assert.deepStrictEqual(await placeOf({ "main.ts": "" }, { plugins: [{ name: "throws", setup }] }), [0, 0, 0, 0]);
});

test("the source of a transpiler", () => {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  assert.throws(
    () => transpiler.transformSync("const ä = 1;\nlet = ;"),
    ({ position }: { position: Record<string, unknown> }) => position.length === 1 && position.offset === 20,
  );
});
