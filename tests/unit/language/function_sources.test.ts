// The source of functions that use imports is that of the program. Passes on Node 26; Deno prints TypeScript anew.
import assert from "node:assert/strict";
import * as path from "node:path";
import { basename, join, join as combine } from "node:path";
import parse from "node:querystring";
import { test } from "../harness.ts";

// oxfmt-ignore
const USES: [unknown, string][] = [
  [() => join("a", combine("b")), `() => join("a", combine("b"))`],
  [() => { join("a"); combine("b"); parse.parse("c") }, `() => { join("a"); combine("b"); parse.parse("c") }`],
  [() => ({ join, combine, path, parse }), `() => ({ join, combine, path, parse })`],
  [() => ({ join: join, a: combine }), `() => ({ join: join, a: combine })`],
  [() => path.join(path["sep"], typeof path, typeof join), `() => path.join(path["sep"], typeof path, typeof join)`],
  [() => [import.meta.url, import.meta], `() => [import.meta.url, import.meta]`],
  [() => `${join("a")}${combine("b")}`, "() => `${join(\"a\")}${combine(\"b\")}`"],
  // @ts-expect-error The left side has no effect.
  [() => (0, join)("a"), `() => (0, join)("a")`],
  [(a: any) => new a(join, path), `(a     ) => new a(join, path)`],
  [(o: any) => { for (const [a] of o.b) [o.c] = o?.d }, `(o     ) => { for (const [a] of o.b) [o.c] = o?.d }`],
  [async () => { await join("a"); for await (const one of [combine]) one("b") }, `async () => { await join("a"); for await (const one of [combine]) one("b") }`],
  // @ts-expect-error A function is no path.
  [class A { static b = basename("a/b"); c() { return basename(this.d) } d = join }, `class A { static b = basename("a/b"); c() { return basename(this.d) } d = join }`],
];

test("the names of imports are those of the program", () => {
  for (const [value, source] of USES) {
    assert.equal(String(value), source);
    assert.equal(Function.prototype.toString.call(value), source);
  }
});

test("names that look like those of the runtime are those of the program", () => {
  const $0 = { a: 1 };
  const $m = { ns: (value: number) => value };
  // oxfmt-ignore
  // @ts-expect-error The left side has no effect.
  const uses = () => [$0.a, (0,$0.a), $m.ns(0), join];
  assert.equal(String(uses), "() => [$0.a, (0,$0.a), $m.ns(0), join]");
  assert.deepEqual(uses().slice(0, 3), [1, 1, 0]);
});

test("source of a function is evaluated with the names of its imports as parameters", () => {
  const source = String(() => join("a", combine("b")));
  const made = new Function("join", "combine", `return (${source})()`) as (...functions: unknown[]) => string;
  assert.equal(made(join, combine), "a/b");
});
