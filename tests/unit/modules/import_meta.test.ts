import assert from "node:assert";
import { test } from "../harness.ts";

test("import.meta.resolve gives the URL of a file that need not exist", () => {
  assert.strictEqual(import.meta.resolve("./nothing.js"), new URL("./nothing.js", import.meta.url).href);
  assert.strictEqual(import.meta.resolve("node:fs"), "node:fs");
  assert.throws(() => import.meta.resolve("no-such-package"), { code: "ERR_MODULE_NOT_FOUND" });
});

test("a missing import is ERR_MODULE_NOT_FOUND with the URL", async () => {
  await assert.rejects(import("./nothing.js" as string), {
    code: "ERR_MODULE_NOT_FOUND",
    url: new URL("./nothing.js", import.meta.url).href,
  });
});

test("an attribute that does not fit is refused", async () => {
  await assert.rejects(import("./fixtures/data.json" as string), { code: "ERR_IMPORT_ATTRIBUTE_MISSING" });
  await assert.rejects(import("./fixtures/value.cjs" as string, { with: { type: "json" } }), {
    code: "ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE",
  });
});
