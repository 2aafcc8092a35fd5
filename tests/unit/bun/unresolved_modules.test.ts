// Bun's errors for modules that are not found: `ResolveMessage`, whose members are accessors of its prototype.
import assert from "node:assert";
import { test } from "../harness.ts";

declare const ResolveMessage: new () => Error;

/** What `body` throws. */
async function failure(body: () => unknown): Promise<any> {
  try {
    await body();
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}

const here = import.meta.path;

test("an import of a file that does not exist is a ResolveMessage", async () => {
  const error = await failure(() => import("./does_not_exist.ts" as string));
  assert.ok(error instanceof ResolveMessage);
  assert.ok(error instanceof Error);
  assert.strictEqual(error.name, "ResolveMessage");
  assert.strictEqual(error.message, `Cannot find module './does_not_exist.ts' imported from ${here}`);
  assert.strictEqual(String(error), `ResolveMessage: ${error.message}`);
  const { code, specifier, referrer, importKind, level, position } = error as any;
  assert.deepStrictEqual(
    [code, specifier, referrer, importKind, level, position],
    ["ERR_MODULE_NOT_FOUND", "./does_not_exist.ts", here, "import-statement", "error", null],
  );
  assert.deepStrictEqual(Object.keys(error), []);
  assert.deepStrictEqual(JSON.parse(JSON.stringify(error)), {
    name: "ResolveMessage",
    position: null,
    message: error.message,
    level: "error",
    specifier: "./does_not_exist.ts",
    importKind: "import-statement",
    referrer: here,
  });
});

test("require of an unknown package has the code that programs look for", async () => {
  for (const [name, body, kind] of [
    ["@brio-test/nowhere/sub", () => require("@brio-test/nowhere/sub"), "require-call"],
    ["./nowhere", () => require("./nowhere"), "require-call"],
    ["./nowhere", () => require.resolve("./nowhere"), "require-resolve"],
  ] as const) {
    const error = await failure(body);
    assert.strictEqual(error.code, "MODULE_NOT_FOUND");
    assert.strictEqual(error.message, `Cannot find module '${name}'\nRequire stack:\n- ${here}`);
    assert.deepStrictEqual([error.specifier, error.importKind, error.requireStack], [name, kind, [here]]);
  }
});

test("a subpath of an unknown package names the package", async () => {
  const error = await failure(() => import("@brio-test/nowhere/sub" as string));
  assert.strictEqual(error.message, `Cannot find package '@brio-test/nowhere' imported from ${here}`);
  assert.strictEqual(error.specifier, "@brio-test/nowhere/sub");
});

test("Bun.resolveSync names the folder, and a builtin that does not exist has a code of its own", async () => {
  const error = await failure(() => Bun.resolveSync("./nowhere", "/tmp"));
  assert.strictEqual(error.message, "Cannot find module './nowhere' imported from /tmp");
  assert.strictEqual((await failure(() => import("node:nowhere" as string))).code, "ERR_UNKNOWN_BUILTIN_MODULE");
});

test("import.meta.resolve of a missing file is its URL", () => {
  assert.strictEqual(import.meta.resolve("./nowhere.ts"), new URL("./nowhere.ts", import.meta.url).href);
});

test("programs cannot construct messages", async () => {
  const error = await failure(() => new ResolveMessage());
  assert.strictEqual(error.code, "ERR_ILLEGAL_CONSTRUCTOR");
});

test("the console shows where a module is not found from", async () => {
  const error = await failure(() => import("./does_not_exist.ts" as string));
  assert.strictEqual(Bun.inspect(error).trim(), `error: Cannot find module './does_not_exist.ts' from '${here}'`);
});
