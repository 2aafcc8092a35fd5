// The source of functions in programs of Bun: as its transpiler prints them (Bun 1.4.5). Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

test("this is a program of Bun", () => {
  assert.strictEqual(typeof Bun.version, "string");
});

test("parameters of arrow functions have parentheses, strings double quotes, and comments are left out", () => {
  // oxfmt-ignore
  const functions: [unknown, string][] = [
    [(context => context.query.x) as (context: any) => unknown, "(context) => context.query.x"],
    [(async x  =>  'a') as (x: any) => Promise<string>, 'async (x) => "a"'],
    [(a: number, b = 'x') /* both */ => a + b, '(a, b = "x") => a + b'],
    [({ a, ...b }: any) => ({ a }), "({ a, ...b }) => ({ a })"],
    [(x: unknown) => x as string, "(x) => x"],
  ];
  for (const [value, source] of functions) assert.strictEqual(String(value), source);
});

test("statements are indented by two spaces a level, and end with a semicolon", () => {
  // oxfmt-ignore
  const named = function* named(x?: string) { // one
    const { length } = x!
    yield 'it\'s'
  };
  assert.strictEqual(
    Function.prototype.toString.call(named),
    `function* named(x) {
    const { length } = x;
    yield "it's";
  }`,
  );
});

test("methods, accessors and classes", () => {
  // oxfmt-ignore
  class Example extends Array {
    #hidden = 1;
    reveal(x: any) { return this.#hidden }
    get  plain() { return 'p' }
  }
  // oxfmt-ignore
  const holder = { m(c: any)  { return c }, async  later() { }, 'a-b'(x?: number) { return super.toString() } };
  assert.strictEqual(
    String(Example),
    `class Example extends Array {
    #hidden = 1;
    reveal(x) {
      return this.#hidden;
    }
    get plain() {
      return "p";
    }
  }`,
  );
  const getter = Object.getOwnPropertyDescriptor(Example.prototype, "plain")!.get;
  // One line of a class says nothing about its depth.
  assert.strictEqual(String(getter).replace(/\s+/g, " "), 'get plain() { return "p"; }');
  assert.strictEqual(String(holder.m).replace(/\s+/g, " "), "m(c) { return c; }");
  assert.strictEqual(String(holder.later), "async later() {}");
  assert.strictEqual(String(holder["a-b"]).replace(/\s+/g, " "), '"a-b"(x) { return super.toString(); }');
});

test("the lines of templates stay as they are", () => {
  // oxfmt-ignore
  const template = (x: number) => `one
	two ${x}
    three`;
  assert.strictEqual(new Function(`return (${template})(1)`)(), "one\n\ttwo 1\n    three");
});

test("functions that are made of strings have the string", () => {
  assert.strictEqual(String(new Function("a", "return 'a'")), "function anonymous(a\n) {\nreturn 'a'\n}");
});

test("a function of the engine is native", () => {
  assert.match(String(Array.prototype.map), /^function map\(\) \{\s*\[native code\]\s*\}$/);
});
