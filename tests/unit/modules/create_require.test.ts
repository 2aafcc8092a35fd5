import assert from "node:assert";
import { createRequire, Module } from "node:module";
import { test } from "../harness.ts";

test("createRequire takes a path, a file URL and a URL object", () => {
  const path = new URL("./fixtures/value.cjs", import.meta.url);
  for (const base of [import.meta.url, new URL(import.meta.url), import.meta.filename]) {
    assert.strictEqual(createRequire(base as string)("./fixtures/value.cjs"), 42);
  }
  assert.strictEqual(createRequire(import.meta.url).resolve("./fixtures/value.cjs"), path.pathname);
});

test("createRequire refuses a relative path, another URL and a number", () => {
  for (const base of ["./x.js", "https://example.org/", 5]) {
    assert.throws(() => createRequire(base as string), {
      name: "TypeError",
      code: "ERR_INVALID_ARG_VALUE",
      message: /must be a file URL object, file URL string, or absolute path string/,
    });
  }
});

test("require names the missing module and the file that required it", () => {
  const require = createRequire(import.meta.url);
  assert.throws(
    () => require("./no-such-file"),
    (error: any) => {
      assert.strictEqual(error.code, "MODULE_NOT_FOUND");
      assert.deepStrictEqual(error.requireStack, [import.meta.filename]);
      assert.strictEqual(
        error.message,
        `Cannot find module './no-such-file'\nRequire stack:\n- ${import.meta.filename}`,
      );
      return true;
    },
  );
});

test("require refuses values that are not strings, and the empty string", () => {
  const require: any = createRequire(import.meta.url);
  assert.throws(() => require(1), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "id" argument must be of type string. Received type number (1)',
  });
  assert.throws(() => require(""), { code: "ERR_INVALID_ARG_VALUE" });
});

test("require.resolve looks in the folders of paths", () => {
  const require = createRequire("/");
  const folder = new URL("./fixtures", import.meta.url).pathname;
  assert.strictEqual(require.resolve("./value.cjs", { paths: [folder] }), `${folder}/value.cjs`);
  assert.throws(() => require.resolve("./value.cjs", { paths: ["/"] }), { code: "MODULE_NOT_FOUND" });
  assert.throws(() => require.resolve("./value.cjs", { paths: "/" as any }), { code: "ERR_INVALID_ARG_VALUE" });
});

test("a changed module.paths is followed", () => {
  const module: any = new (Module as any)("/nowhere/main.js");
  module.filename = "/nowhere/main.js";
  module.paths = [new URL("./fixtures/packages", import.meta.url).pathname];
  assert.strictEqual(module.require("there"), "there");
});

test("require reads JSON and caches it", () => {
  const require = createRequire(import.meta.url);
  assert.deepStrictEqual(require("./fixtures/data.json"), { a: [1] });
  assert.strictEqual(require("./fixtures/data.json"), require("./fixtures/data.json"));
});

test("require of an ES module that awaits is refused, also after it was imported", async () => {
  const require = createRequire(import.meta.url);
  assert.throws(() => require("./fixtures/awaits.mjs"), { code: "ERR_REQUIRE_ASYNC_MODULE" });
  // @ts-expect-error: a fixture without types
  await import("./fixtures/awaits.mjs");
  assert.throws(() => require("./fixtures/awaits.mjs"), { code: "ERR_REQUIRE_ASYNC_MODULE" });
});
