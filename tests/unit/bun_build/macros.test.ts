// Macros as Bun 1.4.5 has them: `import … with { type: "macro" }`. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "macros-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

async function build(files: Record<string, string>): Promise<Bun.BuildOutput> {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  return Bun.build({ entrypoints: [`${place}/main.ts`], outdir: `${place}/out`, target: "bun", throw: false });
}

async function printed(files: Record<string, string>): Promise<string> {
  const built = await build(files);
  assert.ok(built.success, `${built.logs}`);
  fs.rmSync(path.join(path.dirname(built.outputs[0]!.path), "..", "macro.ts"));
  const child = Bun.spawn([process.execPath, built.outputs[0]!.path], { stderr: "inherit" });
  return (await new Response(child.stdout).text()).trim();
}

test("a macro is called when the program is built, and its result takes the place of the call", async () => {
  const text = await printed({
    "macro.ts": `
      export const add = (a: number, b: number) => a + b;
      export default function data(options: { n: number }) { return { list: [options.n, "x", null, true], "a-b": { c: -1.5 } }; }
      export async function later() { await 1; return "later"; }
      export function nothing() {}
      export function json() { return Response.json({ a: [1] }); }
      export function text() { return new Response("plain"); }
    `,
    "main.ts": `
      import data, { add, later as other, nothing } from "./macro" with { type: "macro" };
      import * as all from "./macro" with { type: "macro" };
      console.log(JSON.stringify([add(1, 2), data({ n: 5 }), other(), typeof nothing(), all.json(), all.text(), add("a", "b")]));
    `,
  });
  const data = { list: [5, "x", null, true], "a-b": { c: -1.5 } };
  assert.deepStrictEqual(JSON.parse(text), [3, data, "later", "undefined", { a: [1] }, "plain", "ab"]);
});

test("what is unused because of a macro's result is left out", async () => {
  const built = await build({
    "macro.ts": "export function isOn() { return false; }",
    "main.ts":
      "import { isOn } from './macro' with { type: 'macro' }; if (isOn()) { console.log('not in it'); } console.log('in it');",
  });
  const code = await built.outputs[0]!.text();
  assert.match(code, /in it/);
  assert.doesNotMatch(code, /isOn/);
});

test("a macro that throws fails the build", async () => {
  const built = await build({
    "macro.ts": "export function broken() { throw new Error('out of order'); }",
    "main.ts": "import { broken } from './macro' with { type: 'macro' }; console.log(broken());",
  });
  assert.strictEqual(built.success, false);
});

test("arguments that are known only at run time fail the build", async () => {
  const built = await build({
    "macro.ts": "export function id(x) { return x; }",
    "main.ts": "import { id } from './macro' with { type: 'macro' }; console.log(id(process.argv));",
  });
  assert.strictEqual(built.success, false);
});

test("packages must not have macros", async () => {
  const built = await build({
    "main.ts": "import 'p';",
    "node_modules/p/index.js": "import { id } from './macro.js' with { type: 'macro' }; console.log(id());",
    "node_modules/p/macro.js": "export function id() { return 1; }",
  });
  assert.strictEqual(built.success, false);
});

test("macros of a program that is not bundled are called when it is loaded", async () => {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  fs.writeFileSync(
    `${place}/macro.ts`,
    "let count = 0; export const next = async (): Promise<number> => ++count; export const where = () => typeof process.send;",
  );
  fs.writeFileSync(
    `${place}/main.ts`,
    `import { next } from "./macro" with { type: "macro" };
    import { where as place } from "./macro.ts" with { type: "macro" };
    const call = () => next();
    console.log(typeof next() === "number", call() === call(), place(), typeof Bun.version);`,
  );
  const run = (...args: string[]) => Bun.spawnSync([process.execPath, ...args], { cwd: place, stderr: "inherit" });
  assert.strictEqual(`${run("main.ts").stdout}`, "true true undefined string\n");
  fs.writeFileSync(`${place}/failing.ts`, 'import { no } from "./macro" with { type: "macro" }; no();');
  assert.notStrictEqual(run("failing.ts").exitCode, 0);
});
