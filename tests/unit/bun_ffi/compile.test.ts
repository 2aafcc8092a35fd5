// `cc` of `bun:ffi`; the values and messages are those of Bun 1.4.5, without what its compiler prints.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cc } from "bun:ffi";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "ffi-compile-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const hello = join(folder, "hello.c");
writeFileSync(hello, 'int hello(int x) { return x * 2 + K; }\nconst char *name(void) { return "abc"; }\n');
const twice = join(folder, "twice.c");
writeFileSync(twice, "int hello(int);\nint twice(int x) { return hello(hello(x)); }\n");
const symbols = { hello: { args: ["int"], returns: "int" } } as const;

test("functions are compiled and called", () => {
  const library = cc({
    source: hello,
    define: { K: "5" },
    symbols: { ...symbols, name: { args: [], returns: "cstring" } },
  });
  assert.deepEqual(Object.keys(library), ["close"]);
  assert.equal(library.symbols.hello(4), 13);
  assert.equal(String(library.symbols.name()), "abc");
  assert.equal(library.symbols.hello.length, 1);
  library.close();
  library.close();
});

test("sources are paths, addresses, files and lists", () => {
  const results = [pathToFileURL(hello), Bun.file(hello), [hello]].map((source) => {
    const library = cc({ source: source as never, define: { K: "1" }, symbols });
    const result = library.symbols.hello(1);
    library.close();
    return result;
  });
  assert.deepEqual(results, [3, 3, 3]);
  const both = cc({ source: [hello, twice] as never, define: { K: "1" }, symbols: { twice: symbols.hello } });
  assert.equal(both.symbols.twice(1), 7);
  both.close();
});

test("flags, folders and libraries reach the compiler", () => {
  for (const flags of ["-DK=9", ["-DK=9"]]) {
    const library = cc({ source: hello, flags, include: folder as never, library: ["m"], symbols });
    assert.equal(library.symbols.hello(1), 11);
    library.close();
  }
});

test("errors of the compiler are told, and nothing is left", () => {
  assert.throws(
    () => cc({ source: hello, symbols }),
    (error: Error) =>
      error.constructor === Error &&
      error.message.startsWith(`1 errors while compiling ${hello}\n`) &&
      /'?K'? undeclared/.test(error.message),
  );
  assert.throws(() => cc({ source: join(folder, "none.c"), symbols }), /^Error: 1 errors while compiling .*none\.c\n/);
  assert.throws(
    () => cc({ source: hello, define: { K: "1" }, symbols: { nope: symbols.hello } }),
    new Error(`"nope" is missing from ${hello}. Was it included in the source code?`),
  );
});

test("wrong options have Bun's errors", () => {
  const error = (options: unknown): string => {
    try {
      cc(options as never);
    } catch (thrown) {
      const { name, code, message } = thrown as Error & { code?: string };
      return `${name} ${code} ${message}`;
    }
    return "none";
  };
  const define = { K: "1" };
  const type = "TypeError ERR_INVALID_ARG_TYPE";
  const value = "TypeError ERR_INVALID_ARG_VALUE";
  assert.equal(error(undefined), "Error undefined Expected options to be an object");
  assert.equal(error({}), "Error undefined Expected source to be a string to a file path");
  assert.equal(error({ source: "", symbols }), "Error undefined Expected source to be a string to a file path");
  assert.equal(
    error({ source: 5, symbols }),
    `${type} The "source" argument must be of type string. Received type number (5)`,
  );
  assert.equal(
    error({ source: [hello, 5], symbols }),
    `${type} The "source" argument must be of type array of strings. Received type number (5)`,
  );
  assert.equal(
    error({ source: [], symbols }),
    `${value} The "source" argument must have at least one file. Received an instance of Array`,
  );
  assert.equal(error({ source: hello }), `${type} The "symbols" argument must be of type object. Received undefined`);
  assert.equal(error({ source: hello, symbols: {} }), "Error undefined Expected at least one exported symbol");
  assert.equal(error({ source: hello, define, symbols: { hello: 5 } }), `${value} Expected an object for key "hello"`);
  assert.equal(error({ source: hello, define, symbols: { hello: { args: ["nope"] } } }), `${value} Unknown type nope`);
  assert.equal(
    error({ source: hello, flags: 5, symbols }),
    `${type} The "flags" argument must be of type string. Received type number (5)`,
  );
  assert.equal(
    error({ source: hello, include: 5, symbols }),
    `${type} The "include" argument must be of type array of strings. Received type number (5)`,
  );
});
