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
