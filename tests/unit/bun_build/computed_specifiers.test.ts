// Specifiers that are only known when the program runs, and which of them `allowUnresolved` lets stay, as Bun 1.4.5 has it.
// Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "computed-specifiers-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const LINES = ["import(`./a/${x}.js`);", "require(x);", "require.resolve('./b/' + x);", "import(x).catch(() => {});"];
const SOURCE = ["const x = globalThis.x;", ...LINES, "import(x ? 'node:fs' : 'node:os');"].join("\n");

/** The calls that a build refuses, by their lines. */
async function refused(allowUnresolved: string[] | null | undefined, source = SOURCE): Promise<number[]> {
  const entry = path.join(folder, "main.js");
  fs.writeFileSync(entry, source);
  const options = { entrypoints: [entry], target: "node", throw: false, allowUnresolved } as Bun.BuildConfig;
  const { success, logs } = await Bun.build(options);
  assert.strictEqual(success, logs.length === 0);
  for (const log of logs) assert.match(log.message, /will not be bundled/);
  return logs.map((log) => log.position!.line).sort();
}

const cases: [string[] | null | undefined, number[]][] = [
  [undefined, []],
  [null, []],
  [["*"], []],
  [["./x/*", "*"], []],
  [[], [2, 3, 4, 5]],
  [["./a/*.js"], [3, 4, 5]],
  [["./a/*.ts"], [2, 3, 4, 5]],
];
for (const [allowed, lines] of cases) {
  test(`allowUnresolved: ${JSON.stringify(allowed)}`, async () => {
    assert.deepStrictEqual(await refused(allowed), lines);
  });
}

test("an empty pattern allows specifiers without a literal part", async () => {
  const withoutLiteral = "const x = globalThis.x; import(x);\nrequire(x);\nimport(`./a/${x}.js`);";
  assert.deepStrictEqual(await refused([""], withoutLiteral), [3]);
});

test("a parameter called require loads nothing", async () => {
  assert.deepStrictEqual(await refused([], "export default (require) => require(globalThis.x);"), []);
});

test("a specifier that constants make, and that leads nowhere, stays", async () => {
  const { printed } = await builtProgram(
    { "main.js": "const name = 'gone';\nimport(`./${name}.js`).catch(() => console.log('caught'));" },
    { target: "bun" },
  );
  assert.strictEqual(printed, "caught");
});
