// https://nodejs.org/api/vm.html#class-vmsourcetextmodule and #class-vmsyntheticmodule, which need a flag: the file runs itself with it.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import vm from "node:vm";
import { test } from "../harness.ts";

const { SourceTextModule, SyntheticModule } = vm as any;

async function linked(source: string, options: object = {}, modules: Record<string, any> = {}): Promise<any> {
  const module = new SourceTextModule(source, options);
  await module.link((specifier: string) => modules[specifier]);
  return module;
}

function addTests(): void {
  test("a module is linked, evaluated and has a namespace", async () => {
    const library = new SourceTextModule("export let count = 1; export function more() { count++ } export default 'd'");
    const main = new SourceTextModule(
      "import word, { count, more } from 'library'; more(); export const seen = [word, count]",
    );
    assert.strictEqual(main.status, "unlinked");
    assert.deepStrictEqual(main.dependencySpecifiers, ["library"]);
    const linking = main.link((specifier: string, referrer: unknown, extra: any) => {
      assert.deepStrictEqual([specifier, referrer, extra.attributes], ["library", main, Object.create(null)]);
      return library;
    });
    assert.strictEqual(main.status, "linking");
    await linking;
    assert.deepStrictEqual([main.status, library.status], ["linked", "linked"]);
    assert.strictEqual(await main.evaluate(), undefined);
    assert.strictEqual(main.status, "evaluated");
    assert.deepStrictEqual(main.namespace.seen, ["d", 2]);
    assert.deepStrictEqual(Reflect.ownKeys(library.namespace), ["count", "default", "more", Symbol.toStringTag]);
  });

  test("a linker that throws leaves a module linking, one that rejects makes it errored", async () => {
    const throwing = new vm.SourceTextModule("import 'a'");
    await assert.rejects(
      throwing.link(() => {
        throw new Error("no");
      }),
      { message: "no" },
    );
    assert.strictEqual(throwing.status, "linking");
    assert.throws(() => throwing.error, { code: "ERR_VM_MODULE_STATUS", message: "Module status must be errored" });
    await assert.rejects(
      throwing.link(() => throwing),
      { code: "ERR_VM_MODULE_STATUS", message: "Module status must be unlinked" },
    );
    const rejecting = new vm.SourceTextModule("import 'a'");
    await assert.rejects(
      rejecting.link(async () => {
        throw new Error("no");
      }),
      { message: "no" },
    );
    assert.deepStrictEqual([rejecting.status, (rejecting.error as Error).message], ["errored", "no"]);
    for (const module of [throwing, rejecting]) {
      assert.throws(() => module.namespace, {
        code: "ERR_VM_MODULE_STATUS",
        message: "Module status must not be unlinked or linking",
      });
      await assert.rejects(module.evaluate(), {
        code: "ERR_VM_MODULE_STATUS",
        message: "Module status must be one of linked, evaluated, or errored",
      });
    }
  });

  test("evaluate gives a promise that is settled at once unless something awaits", async () => {
    const module = await linked("export const a = 1");
    assert.match(inspect(module.evaluate()), /Promise \{ undefined \}/);
    const failing = await linked("throw new Error('no')");
    const promise = failing.evaluate();
    assert.match(inspect(promise), /rejected/);
    await assert.rejects(promise, { message: "no" });
    assert.deepStrictEqual([failing.status, failing.error.message], ["errored", "no"]);
    const waiting = await linked("await null; export const a = 1");
    assert.strictEqual(waiting.hasTopLevelAwait(), true);
    const pending = waiting.evaluate();
    assert.match(inspect(pending), /pending/);
    assert.throws(() => waiting.namespace.a, { name: "ReferenceError" });
    await pending;
    assert.strictEqual(waiting.namespace.a, 1);
  });

  test("linkRequests and instantiate link without waiting", () => {
    const bar = new SourceTextModule("export { foo as bar } from 'foo'");
    assert.deepStrictEqual(
      bar.moduleRequests.map(({ specifier, phase }: any) => [specifier, phase]),
      [["foo", "evaluation"]],
    );
    assert.throws(() => bar.instantiate(), { code: "ERR_VM_MODULE_LINK_FAILURE" });
    assert.throws(() => bar.linkRequests([]), { code: "ERR_MODULE_LINK_MISMATCH" });
    assert.throws(() => bar.linkRequests([{}]), { code: "ERR_VM_MODULE_NOT_MODULE" });
    const twice = new SourceTextModule("import a from 'a'; import source b from 'b'; import c from 'b'");
    const [one, other] = [new SourceTextModule(""), new SourceTextModule("")];
    assert.throws(() => twice.linkRequests([one, one, other]), {
      code: "ERR_MODULE_LINK_MISMATCH",
      message: `Module request 'ModuleCacheKey("b")' at index 2 must be linked to the same module requested at index 1`,
    });
    twice.linkRequests([one, other, other]);
    const foo = new SourceTextModule("export const foo = 1; await 0");
    foo.linkRequests([]);
    bar.linkRequests([foo]);
    assert.throws(() => bar.hasAsyncGraph(), { code: "ERR_VM_MODULE_STATUS" });
    bar.instantiate();
    assert.deepStrictEqual([bar.hasTopLevelAwait(), bar.hasAsyncGraph()], [false, true]);
    assert.deepStrictEqual(Reflect.ownKeys(bar.namespace), ["bar", Symbol.toStringTag]);
  });

  test("cycles of modules see each other's functions", async () => {
    const modules: Record<string, any> = {};
    modules.a = new SourceTextModule(
      "import { b } from 'b'; export const a = b(); export function word() { return 'a' }",
    );
    modules.b = new SourceTextModule("import { word } from 'a'; export function b() { return word() + 'b' }");
    await modules.a.link((specifier: string) => modules[specifier]);
    await modules.a.evaluate();
    assert.strictEqual(modules.a.namespace.a, "ab");
  });

  test("modules of a context see its globals, and only those", async () => {
    const context = vm.createContext({ input: 20, output: 0 }) as any;
    const module = await linked("output = input * 2; export const kind = typeof process; export const list = []", {
      context,
    });
    assert.strictEqual(module.identifier, "vm:module(0)");
    await module.evaluate();
    assert.strictEqual(context.output, 40);
    assert.strictEqual(module.namespace.kind, "undefined");
    assert.ok(!(module.namespace.list instanceof Array));
    await assert.rejects(linked("import 'x'", {}, { x: module }), { code: "ERR_VM_MODULE_DIFFERENT_CONTEXT" });
  });

  test("import.meta and import() are the program's", async () => {
    const target = await linked("export const a = 1");
    const calls: unknown[] = [];
    const module = await linked(
      "export const meta = import.meta; export const late = import('late', { with: { k: 'v' } })",
      {
        identifier: "file:///some.mjs",
        initializeImportMeta(meta: any, self: unknown) {
          meta.url = "mine";
          calls.push(self);
        },
        importModuleDynamically(...args: unknown[]) {
          calls.push(...args);
          return target;
        },
      },
    );
    await module.evaluate();
    assert.deepStrictEqual(Reflect.ownKeys(module.namespace.meta), ["url"]);
    assert.strictEqual(await module.namespace.late, target.namespace);
    assert.strictEqual(calls[0], module);
    assert.deepStrictEqual([calls[1], calls[2] === module, calls[4]], ["late", true, "evaluation"]);
    assert.deepStrictEqual({ ...(calls[3] as object) }, { k: "v" });
  });

  test("scripts and functions import through the callback", async () => {
    const target = await linked("export const a = 1");
    await target.evaluate();
    const script = new vm.Script("import('x')", {
      importModuleDynamically: ((_: string, referrer: unknown) => (
        assert.strictEqual(referrer, script),
        target
      )) as any,
    });
    assert.strictEqual(await script.runInThisContext(), target.namespace);
    const context = vm.createContext({});
    const [promise, isOwn] =
      script.runInContext(context) === undefined
        ? []
        : vm.runInContext("const p = import('x'); [p, p instanceof Promise]", context, {
            importModuleDynamically: (() => target) as any,
          });
    assert.strictEqual(isOwn, true);
    assert.strictEqual((await promise).a, 1);
    await assert.rejects(
      new vm.Script("import('x')", { importModuleDynamically: (() => 5) as any }).runInThisContext(),
      { code: "ERR_VM_MODULE_NOT_MODULE" },
    );
  });

  test("a synthetic module's exports are set by its callback and by setExport", async () => {
    const synthetic = new SyntheticModule(["x", "default"], function (this: any) {
      this.setExport("x", 1);
    });
    assert.deepStrictEqual([synthetic.status, synthetic.namespace.x], ["linked", undefined]);
    const module = await linked("import { x } from 's'; export const read = () => x", {}, { s: synthetic });
    await module.evaluate();
    assert.strictEqual(module.namespace.read(), 1);
    synthetic.setExport("x", 2);
    assert.strictEqual(module.namespace.read(), 2);
    assert.throws(() => synthetic.setExport("none", 1), { name: "ReferenceError" });
    assert.throws(() => synthetic.setExport(1, 1), { code: "ERR_INVALID_ARG_TYPE" });
  });

  test("wrong arguments, states and receivers have Node's errors", async () => {
    for (const wrong of [undefined, 1])
      assert.throws(() => new SourceTextModule(wrong), { code: "ERR_INVALID_ARG_TYPE" });
    for (const options of [
      0,
      null,
      { identifier: 0 },
      { context: {} },
      { importModuleDynamically: "x" },
      { cachedData: "x" },
    ]) {
      assert.throws(() => new SourceTextModule("", options), { code: "ERR_INVALID_ARG_TYPE" });
    }
    assert.throws(() => new SourceTextModule("export {"), { name: "SyntaxError" });
    assert.throws(() => new (vm as any).Module(), { name: "TypeError", message: "Module is not a constructor" });
    assert.throws(() => new SyntheticModule(["x", "x"], () => {}), {
      message: "The property 'exportNames.x' is duplicated. Received 'x'",
    });
    assert.throws(() => new SyntheticModule([1], () => {}), {
      message: 'The "exportNames" argument must be an Array of unique strings. Received an instance of Array',
    });
    const module = new SourceTextModule("");
    assert.throws(() => module.namespace, {
      code: "ERR_VM_MODULE_STATUS",
      message: "Module status must not be unlinked or linking",
    });
    assert.throws(() => module.error, { code: "ERR_VM_MODULE_STATUS", message: "Module status must be errored" });
    await assert.rejects(module.evaluate(), {
      code: "ERR_VM_MODULE_STATUS",
      message: "Module status must be one of linked, evaluated, or errored",
    });
    await assert.rejects(module.link(5), { code: "ERR_INVALID_ARG_TYPE" });
    await module.link(() => {});
    await assert.rejects(
      module.link(() => {}),
      { code: "ERR_VM_MODULE_ALREADY_LINKED" },
    );
    await assert.rejects(linked("import { none } from 'x'", {}, { x: new SourceTextModule("") }), {
      name: "SyntaxError",
    });
    await assert.rejects(linked("import 'x'", {}, { x: {} }), { code: "ERR_VM_MODULE_NOT_MODULE" });
    assert.throws(() => SourceTextModule.prototype.status, { name: "TypeError" });
  });

  test("the cache of a module is accepted for its source and rejected for another", async () => {
    const module = new SourceTextModule("const a = 1");
    const cachedData = module.createCachedData();
    assert.ok(new SourceTextModule("const a = 1", { cachedData }));
    assert.throws(() => new SourceTextModule("other", { cachedData }), { code: "ERR_VM_MODULE_CACHED_DATA_REJECTED" });
    await module.link(() => {});
    await module.evaluate();
    assert.throws(() => module.createCachedData(), { code: "ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA" });
  });

  test("an endless module is ended by its time limit", async () => {
    const module = await linked("for (;;);");
    await assert.rejects(module.evaluate({ timeout: 20 }), {
      code: "ERR_SCRIPT_EXECUTION_TIMEOUT",
      message: "Script execution timed out after 20ms",
    });
    assert.strictEqual(
      inspect(new SourceTextModule("1", { context: vm.createContext({ foo: "bar" }) })),
      "SourceTextModule {\n  status: 'unlinked',\n  identifier: 'vm:module(0)',\n  context: { foo: 'bar' }\n}",
    );
  });
}

const FLAG = "--experimental-vm-modules";
if (process.execArgv.includes(FLAG)) addTests();
else
  process.exitCode =
    spawnSync(process.execPath, [FLAG, "--no-warnings", fileURLToPath(import.meta.url)], { stdio: "inherit" }).status ??
    1;
