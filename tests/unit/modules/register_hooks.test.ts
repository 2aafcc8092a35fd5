import assert from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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

/** What the hook `load` receives and what the step after it returns, for each module that `body` loads. */
async function loadsOf(body: () => unknown): Promise<unknown[]> {
  const seen: unknown[] = [];
  const hooks = registerHooks({
    load(url, context, next) {
      const result: any = next(url, context);
      const kind = result.source === null ? null : typeof result.source;
      const name = url.split("/").at(-1);
      seen.push([name, context.format, context.importAttributes !== undefined, result.format, kind]);
      seen.push([Reflect.ownKeys(context), Reflect.ownKeys(result), Object.getPrototypeOf(result) === null]);
      return result;
    },
  });
  await body();
  hooks.deregister();
  return seen;
}

const CONTEXT = ["format", "importAttributes", "conditions"];
const IMPORTED = [CONTEXT, ["format", "responseURL", "source"], true];

test("the last step of an import decides the format that the syntax has", async () => {
  const seen = await loadsOf(async () => {
    await import("./fixtures/without_type/script.js" as string);
    await import("./fixtures/without_type/module.js" as string);
  });
  assert.deepStrictEqual(seen, [
    ["script.js", null, true, "commonjs", "object"],
    IMPORTED,
    ["module.js", null, true, "module", "object"],
    IMPORTED,
  ]);
});

test("the last step of require leaves the format open, and there are no attributes", async () => {
  const seen = await loadsOf(() => require("./fixtures/without_type/required.js"));
  assert.deepStrictEqual(seen, [
    ["required.js", undefined, false, undefined, "string"],
    [CONTEXT, ["source", "format"], false],
  ]);
});

/** The default export of a data: module that is imported with attributes, or the error's code and the attribute it names. */
async function importedWith(attributes: Record<string, string>, body: string): Promise<unknown> {
  try {
    const module = (await import(`data:text/javascript,export default ${body}`, { with: attributes })) as {
      default: unknown;
    };
    return module.default;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return [code, /attribute "(\w+)"/.exec(message)?.[1]];
  }
}

test("hooks may take out import attributes that only they know; others are refused when the module is loaded", async () => {
  const refused = ["ERR_IMPORT_ATTRIBUTE_UNSUPPORTED", "cache"];
  assert.deepStrictEqual(await importedWith({ cache: "no" }, "1"), refused);
  const hooks = registerHooks({
    load: (url, context, next) => {
      const { cache, ...rest } = context.importAttributes;
      return next(
        url,
        cache === "no" ? { ...context, importAttributes: rest as typeof context.importAttributes } : context,
      );
    },
  });
  try {
    assert.strictEqual(await importedWith({ cache: "no" }, "2"), 2);
    assert.deepStrictEqual(await importedWith({ cache: "yes" }, "3"), refused);
  } finally {
    hooks.deregister();
  }
  assert.deepStrictEqual(await importedWith({ cache: "no" }, "4"), refused);
});

test("attributes that a resolve hook takes out count as such only when it returns them", async () => {
  const refused = ["ERR_IMPORT_ATTRIBUTE_UNSUPPORTED", "cache"];
  for (const returns of [true, false]) {
    const hooks = registerHooks({
      resolve: (specifier, context, next) => {
        const { cache, ...importAttributes } = context.importAttributes as Record<string, string>;
        const result = next(specifier, { ...context, importAttributes } as typeof context);
        assert.strictEqual(result.importAttributes, undefined);
        return returns ? ({ ...result, importAttributes } as typeof result) : result;
      },
    });
    try {
      const body = returns ? "'returned'" : "'passed on'";
      assert.deepStrictEqual(await importedWith({ cache: "no" }, body), returns ? "returned" : refused);
    } finally {
      hooks.deregister();
    }
  }
});

test("the last step of resolve leaves open what the loader decides later", async () => {
  const formats: unknown[] = [];
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const result = next(specifier, context);
      formats.push(result.format);
      return result;
    },
  });
  try {
    const required = join(mkdtempSync(join(tmpdir(), "brio-hooks-")), "required.cjs");
    writeFileSync(required, "");
    require(required);
    rmSync(dirname(required), { recursive: true });
    require("node:os");
    await import("./fixtures/without_type/script.js" as string);
    await import("node:os");
  } finally {
    hooks.deregister();
  }
  assert.deepStrictEqual(formats, [undefined, "builtin", null, undefined]);
});
