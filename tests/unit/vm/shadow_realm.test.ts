// https://tc39.es/proposal-shadowrealm/, with `--experimental-shadow-realm` of Node.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "../harness.ts";

if (!("ShadowRealm" in globalThis)) {
  const args = ["--experimental-shadow-realm", import.meta.filename];
  process.exit(spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1);
}

interface Realm {
  evaluate(source: string): any;
  importValue(specifier: string, name: string): Promise<any>;
}
const { ShadowRealm } = globalThis as unknown as { ShadowRealm: new () => Realm };

const folder = mkdtempSync(join(tmpdir(), "shadow-realm-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
}

test("a realm has globals of its own", () => {
  const realm = new ShadowRealm();
  assert.strictEqual(realm.evaluate("globalThis.x = 1; typeof process + typeof require"), "undefinedundefined");
  assert.strictEqual("x" in globalThis, false);
  assert.strictEqual(realm.evaluate("x"), 1);
  assert.strictEqual(new ShadowRealm().evaluate("typeof x"), "undefined");
  assert.strictEqual(realm.evaluate("Symbol.iterator"), Symbol.iterator);
});

test("functions are wrapped both ways, and keep name and length", () => {
  const realm = new ShadowRealm();
  const add = realm.evaluate("function add(a, b) { return a + b; } add");
  assert.strictEqual(add(1, 2), 3);
  assert.deepStrictEqual([add.name, add.length, Object.getPrototypeOf(add)], ["add", 2, Function.prototype]);
  assert.throws(() => new add(), TypeError);
  assert.strictEqual(
    realm.evaluate("(f) => f instanceof Function && f(2)")((n: number) => n * 2),
    4,
  );
  assert.strictEqual(
    realm.evaluate("(f) => f(() => 5)")((inner: () => number) => inner() + 1),
    6,
  );
});

test("objects do not cross, nor do errors: they become a TypeError of the caller", () => {
  const realm = new ShadowRealm();
  const isOwn = (error: any) => error.constructor === TypeError;
  assert.throws(() => realm.evaluate("({})"), isOwn);
  assert.throws(() => realm.evaluate("() => ({})")(), isOwn);
  assert.throws(() => realm.evaluate("(f) => f")({}), isOwn);
  assert.throws(() => realm.evaluate("throw new RangeError('inner')"), {
    constructor: TypeError,
    message: "ShadowRealm evaluate threw (RangeError: inner)",
  });
  assert.throws(() => realm.evaluate("() => { throw new RangeError('inner'); }")(), {
    constructor: TypeError,
    message: "WrappedFunction threw (RangeError: inner)",
  });
  const caught = realm.evaluate("(f) => { try { f(); } catch (error) { return error.constructor === TypeError; } }");
  assert.strictEqual(
    caught(() => {
      throw new Error("outer");
    }),
    true,
  );
  assert.throws(() => realm.evaluate("let 1"), { constructor: SyntaxError });
  assert.throws(() => realm.evaluate(5 as never), isOwn);
  assert.throws(() => ShadowRealm.prototype.evaluate.call({} as never, "1"), isOwn);
});

test("source is evaluated as by eval: declarations of let, const and class, and those of strict code, end with it", () => {
  const realm = new ShadowRealm();
  assert.strictEqual(realm.evaluate("let a = 1; const b = 2; class C {} var d = 4; function e() {} a + b"), 3);
  assert.strictEqual(
    realm.evaluate("[typeof a, typeof b, typeof C, typeof d, typeof e].join()"),
    "undefined,undefined,undefined,number,function",
  );
  assert.strictEqual(realm.evaluate("'use strict'; var f = 1; function g() {} typeof this"), "object");
  assert.strictEqual(realm.evaluate("typeof f + typeof g"), "undefinedundefined");
});

test("a realm can make realms", () => {
  const inner = new ShadowRealm().evaluate("const inner = new ShadowRealm(); (source) => inner.evaluate(source)");
  assert.strictEqual(inner("1 + 1"), 2);
  assert.throws(() => inner("({})"), { constructor: TypeError });
});

test("stacks are made in the realm, with its own prepareStackTrace", () => {
  const before = Error.prepareStackTrace;
  let calls = 0;
  Error.prepareStackTrace = () => `outer ${++calls}`;
  try {
    const stack = "function place() { throw new Error('here'); } try { place(); } catch (error) { error.stack; }";
    assert.match(new ShadowRealm().evaluate(stack), /^Error: here\n {4}at place \(.*\)/);
    const own = `Error.prepareStackTrace = () => "own"; ${stack}`;
    assert.strictEqual(new ShadowRealm().evaluate(own), "own");
    assert.strictEqual(calls, 0);
  } finally {
    Error.prepareStackTrace = before;
  }
});

test("importValue evaluates a module once in each realm", async () => {
  file("counter.mjs", "let count = 0; export const next = () => count++; export const object = {};");
  const url = file("again.mjs", "export { next, object } from './counter.mjs';");
  const realm = new ShadowRealm();
  const next = await realm.importValue(url, "next");
  assert.deepStrictEqual([next(), (await realm.importValue(url, "next"))(), next()], [0, 1, 2]);
  assert.strictEqual((await new ShadowRealm().importValue(url, "next"))(), 0);
  assert.strictEqual((await import(url)).next(), 0);
  await assert.rejects(realm.importValue(url, "missing"), { constructor: TypeError, message: /named 'missing'/ });
  await assert.rejects(realm.importValue(url, "object"), { constructor: TypeError });
});

test("modules of a realm have import.meta, top-level await, JSON and import(), and no builtins", async () => {
  file("data.json", '{ "n": 9 }');
  const url = file(
    "all.mjs",
    "import data from './data.json' with { type: 'json' }; await 1;\n" +
      "export const n = data.n; export const { url } = import.meta; export const own = data.constructor === Object;",
  );
  const realm = new ShadowRealm();
  const values = await Promise.all(["n", "url", "own"].map((name) => realm.importValue(url, name)));
  assert.deepStrictEqual(values, [9, url, true]);
  const found = await new Promise((resolve) =>
    realm.evaluate(`(done) => { import(${JSON.stringify(url)}).then(({ n }) => done(n)); }`)(resolve),
  );
  assert.strictEqual(found, 9);
  await assert.rejects(realm.importValue("fs", "readFileSync"), /TypeError: .*Cannot find package 'fs'/);
  await assert.rejects(realm.importValue("node:fs", "readFileSync"), /TypeError: .*No such built-in module: node:fs/);
  const broken = file("broken.mjs", "throw new Error('while evaluating');");
  await assert.rejects(realm.importValue(broken, "x"), /TypeError: .*while evaluating/);
});
