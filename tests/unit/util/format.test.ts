// util.format and util.formatWithOptions.
import { test } from "../harness.ts";
import assert from "node:assert";
import util from "node:util";

const cases: [unknown[], string][] = [
  [["%s", "a"], "a"],
  [["%s"], "%s"],
  [["%s %s", "a"], "a %s"],
  [["%s", "a", "b", { c: 1 }], "a b { c: 1 }"],
  [["%d", "42"], "42"],
  [["%d", {}], "NaN"],
  [["%d", 5n], "5n"],
  [["%i", 42.9], "42"],
  [["%f", "1.5x"], "1.5"],
  [["%j", { a: 1 }], '{"a":1}'],
  [["%j", undefined], "undefined"],
  [["%o", [1]], "[ 1, [length]: 1 ]"],
  [["%O", { a: { b: 1 } }], "{ a: { b: 1 } }"],
  [["%c|", "css"], "|"],
  [["%%"], "%%"],
  [["%% %s", 1], "% 1"],
  [["%x", 1], "%x 1"],
  [["100%"], "100%"],
  [["%s", Symbol("a")], "Symbol(a)"],
  [["%s", -0], "-0"],
  [["%s", [1, [2, [3]]]], "[ 1, [Array] ]"],
  [
    [
      "%s",
      {
        toString() {
          return "own";
        },
      },
    ],
    "own",
  ],
  [["%s", null, undefined], "null undefined"],
  [[1, "a", null], "1 a null"],
  [[], ""],
];
for (const [args, expected] of cases) {
  test(`format gives ${JSON.stringify(expected)}`, () => assert.strictEqual((util.format as any)(...args), expected));
}

test("format writes [Circular] for a circle in %j", () => {
  const circle: any = {};
  circle.circle = circle;
  assert.strictEqual(util.format("%j", circle), "[Circular]");
});

test("format passes on what toJSON throws", () => {
  assert.throws(
    () =>
      util.format("%j", {
        toJSON() {
          throw new RangeError("no");
        },
      }),
    RangeError,
  );
});

test("formatWithOptions uses its options and checks them", () => {
  assert.strictEqual(util.formatWithOptions({ colors: true }, "%O", 5), "\u001b[33m5\u001b[39m");
  assert.throws(() => util.formatWithOptions("x" as any, "a"), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "The \"inspectOptions\" argument must be of type object. Received type string ('x')",
  });
});

// Classes with a `toString` of their own that are no part of the language: their string. Everything else is inspected.
class Params extends URLSearchParams {}
class Address extends URL {}
class Collection extends Map<number, number> {}
class NamedCollection extends Map {
  override toString(): string {
    return "a collection";
  }
}
const asString: [string, unknown, string][] = [
  ["a Buffer", Buffer.from("hi"), "hi"],
  ["a URL", new URL("http://a/b"), "http://a/b"],
  ["a class of URLs", new Address("http://a/c"), "http://a/c"],
  ["a URLSearchParams", new URLSearchParams("a=1"), "a=1"],
  ["a class of URLSearchParams", new Params("a=1"), "a=1"],
  ["a Date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["a Uint8Array", new Uint8Array(2), "0,0"],
  ["a Map", new Map([[1, 2]]), "Map(1) { 1 => 2 }"],
  ["a class of maps", new Collection([[1, 2]]), "Collection(1) [Map] { 1 => 2 }"],
  ["a class of maps with toString", new NamedCollection(), "a collection"],
];
for (const [what, value, expected] of asString) {
  test(`%s shows ${what} as ${expected}`, () => assert.strictEqual(util.format("%s", value), expected));
}

test("%s inspects the instances of classes that have a name of the language, as the engine's own classes", () => {
  const shown = (name: string) => {
    const made = {
      [name]: class {
        toString() {
          return "own";
        }
      },
    };
    return util.format("%s", new made[name]!());
  };
  for (const name of ["Map", "Promise", "Float16Array", "Iterator", "Intl", "Error"]) {
    assert.match(shown(name), new RegExp(`^${name} \\{\\}$`));
  }
  for (const name of ["Buffer", "URL", "Blob", "Event", "WebAssembly", "SharedArrayBuffer", "Temporal", "Foo"]) {
    assert.strictEqual(shown(name), "own");
  }
});

test("inspect shows the name of a class of URLSearchParams", () => {
  assert.strictEqual(util.inspect(new Params("a=1")), "Params { 'a' => '1' }");
  assert.strictEqual(util.inspect(new Params()), "Params {}");
});
