import assert from "node:assert";
import { createRequire, registerHooks } from "node:module";
import { test } from "../harness.ts";

const require = createRequire(import.meta.url);

test("hooks provide modules for import and require", async () => {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith("made:")
        ? { url: specifier, format: specifier.endsWith("m") ? "module" : "commonjs", shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) =>
      url.startsWith("made:")
        ? {
            format: context.format!,
            source: url.endsWith("m") ? "export const kind = 'module';" : "exports.kind = 'commonjs';",
            shortCircuit: true,
          }
        : next(url, context),
  });
  const imported: any = await import("made:m" as string);
  assert.strictEqual(imported.kind, "module");
  assert.strictEqual(require("made:c").kind, "commonjs");
  hooks.deregister();
  assert.throws(() => require("made:d"), { code: "MODULE_NOT_FOUND" });
});

test("the hook that was registered last runs first", () => {
  const order: number[] = [];
  const add = (number: number) =>
    registerHooks({ resolve: (specifier, context, next) => (order.push(number), next(specifier, context)) });
  const hooks = [add(1), add(2)];
  require("./fixtures/value.cjs");
  hooks.forEach((one) => one.deregister());
  assert.deepStrictEqual(order, [2, 1]);
});

test("a hook that neither calls next nor sets shortCircuit is an error", () => {
  const hooks = registerHooks({ resolve: () => ({ url: "made:x" }) as any });
  try {
    assert.throws(() => require("anything"), {
      code: "ERR_INVALID_RETURN_PROPERTY_VALUE",
      message: 'Expected true to be returned for the "shortCircuit" from the "resolve" hook but got undefined.',
    });
  } finally {
    hooks.deregister();
  }
});

test("a hook must be a function", () => {
  assert.throws(() => registerHooks({ resolve: 5 as any }), {
    code: "ERR_INVALID_ARG_TYPE",
    message: /hooks\.resolve/,
  });
});
