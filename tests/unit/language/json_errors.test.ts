// SyntaxErrors of invalid JSON say where the text is invalid, with V8's messages; Bun has those of its engine.
import assert from "node:assert";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { test } from "../harness.ts";

const isBun = process.versions.bun !== undefined;

const messages: [text: string, message: string][] = [
  ["", "Unexpected end of JSON input"],
  ['{"a":', "Unexpected end of JSON input"],
  ["{bad", "Expected property name or '}' in JSON at position 1 (line 1 column 2)"],
  ['{"a":1,}', "Expected double-quoted property name in JSON at position 7 (line 1 column 8)"],
  ['{\n  "a": 1\n  "b": 2\n}', "Expected ',' or '}' after property value in JSON at position 13 (line 3 column 3)"],
  ["[1\r2]", "Expected ',' or ']' after array element in JSON at position 3 (line 2 column 1)"],
  ["<!DOCTYPE html><html></html>", `Unexpected token '<', "<!DOCTYPE "... is not valid JSON`],
  ["<html>", `Unexpected token '<', "<html>" is not valid JSON`],
  ['{"first": [<1, 2, 3, 4, 5]}', `Unexpected token '<', ...""first": [<1, 2, 3, "... is not valid JSON`],
  ["[1, 2] 3", "Unexpected non-whitespace character after JSON at position 7 (line 1 column 8)"],
  ['"open', "Unterminated string in JSON at position 5 (line 1 column 6)"],
  ['"a\nb"', "Bad control character in string literal in JSON at position 2 (line 1 column 3)"],
  ['"\\x41"', "Bad escaped character in JSON at position 2 (line 1 column 3)"],
  ["t1", "Unexpected number in JSON at position 1 (line 1 column 2)"],
];

if (!isBun) {
  for (const [text, message] of messages) {
    test(`JSON.parse of ${JSON.stringify(text)}`, () => {
      assert.throws(() => JSON.parse(text), { name: "SyntaxError", message });
    });
  }

  test("values that are not strings are named", () => {
    assert.throws(() => JSON.parse(undefined as never), { message: '"undefined" is not valid JSON' });
    assert.throws(() => JSON.parse({} as never), { message: '"[object Object]" is not valid JSON' });
  });

  test("the stack begins with the message and JSON.parse", () => {
    try {
      JSON.parse("{bad");
      assert.fail("it was parsed");
    } catch (error) {
      const [head, first] = (error as Error).stack!.split("\n");
      assert.strictEqual(head, `SyntaxError: ${messages[2]![1]}`);
      assert.strictEqual(first, "    at JSON.parse (<anonymous>)");
    }
  });

  test("bodies and streams have the same messages", async () => {
    const [text, message] = messages[7]!;
    await assert.rejects(new Response(text).json(), { name: "SyntaxError", message });
    await assert.rejects(new Request("http://localhost/", { method: "POST", body: text }).json(), { message });
    await assert.rejects(json(Readable.from([text])), { name: "SyntaxError", message });
  });
}

test("errors of revivers and of conversions to strings are not changed", () => {
  const own = new SyntaxError("own");
  const fail = (): never => {
    throw own;
  };
  assert.throws(
    () => JSON.parse("[1]", fail),
    (error) => error === own && own.message === "own",
  );
  assert.throws(
    () => JSON.parse({ toString: fail } as never),
    (error) => error === own && own.message === "own",
  );
});

test("JSON.parse has the shape of the standard", () => {
  const { value, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(JSON, "parse")!;
  assert.deepStrictEqual([writable, enumerable, configurable], [true, false, true]);
  assert.deepStrictEqual([value.name, value.length, "prototype" in value], ["parse", 2, false]);
  assert.match(String(value), /^function parse\(\) \{\s*\[native code\]\s*\}$/);
  assert.throws(() => new value("1"), TypeError);
});

test("a reviver sees keys, holders and source", () => {
  const seen: unknown[] = [];
  JSON.parse('{"a":[1.50]}', function (this: unknown, key: string, value: unknown, context?: { source?: string }) {
    seen.push([key, Array.isArray(this), context?.source]);
    return value;
  } as never);
  assert.deepStrictEqual(seen, [
    ["0", true, "1.50"],
    ["a", false, undefined],
    ["", false, undefined],
  ]);
});

/** The way from an object to itself, as Node 26 and Deno 2.9 print it behind the first line. */
const circles: [name: string, make: () => unknown, lines: string[]][] = [
  [
    "of one object",
    () => {
      const own: Record<string, unknown> = {};
      own["it's"] = own;
      return [own];
    },
    ["--> starting at object with constructor 'Object'", "--- property 'it's' closes the circle"],
  ],
  [
    "through a list",
    () => {
      class Kind {
        list: unknown[] = [1, this];
      }
      return new Kind();
    },
    [
      "--> starting at object with constructor 'Kind'",
      "|     property 'list' -> object with constructor 'Array'",
      "--- index 1 closes the circle",
    ],
  ],
  [
    "that is long",
    () => {
      const own: Record<string, unknown> = Object.create(null);
      own.a = { b: [[{ c: own }]] };
      return own;
    },
    [
      "--> starting at object with constructor 'Object'",
      "|     property 'a' -> object with constructor 'Object'",
      "|     property 'b' -> object with constructor 'Array'",
      "|     ...",
      "|     index 0 -> object with constructor 'Object'",
      "--- property 'c' closes the circle",
    ],
  ],
];

if (!isBun) {
  for (const [name, make, lines] of circles) {
    test(`JSON.stringify of a circle ${name}`, () => {
      const message = ["Converting circular structure to JSON", ...lines].join("\n    ");
      assert.throws(() => JSON.stringify(make()), { name: "TypeError", message });
    });
  }

  test("errors of the program in JSON.stringify are not changed, and functions are not called again", () => {
    let calls = 0;
    const own = { toJSON: () => ({ at: (calls++, own) }), value: {} as unknown };
    own.value = own;
    assert.throws(
      () =>
        JSON.stringify({
          toJSON() {
            throw new TypeError("Converting circular structure to JSON");
          },
        }),
      {
        message: "Converting circular structure to JSON",
      },
    );
    const outer: Record<string, unknown> = {
      get read() {
        calls++;
        return 1;
      },
    };
    outer.outer = outer;
    assert.throws(() => JSON.stringify(outer), /property 'outer' closes the circle$/);
    assert.strictEqual(calls, 1);
    assert.deepStrictEqual([JSON.stringify.name, JSON.stringify.length], ["stringify", 3]);
    assert.strictEqual(JSON.stringify({ a: [1, 2], b: "x" }, ["b"], 1), '{\n "b": "x"\n}');
  });
}
