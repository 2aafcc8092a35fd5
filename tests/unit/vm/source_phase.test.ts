// `import source` in vm.SourceTextModule: no module of node:vm has a source, and the options resolve the module.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { test } from "../harness.ts";

const { SourceTextModule, SyntheticModule } = vm as any;

const NOT_DEFINED = (identifier: string) => ({
  name: "SyntaxError",
  code: "ERR_SOURCE_PHASE_NOT_DEFINED",
  message: `Source phase import object is not defined for module '${identifier}'`,
});

async function imported(importModuleDynamically: unknown, options: object = {}): Promise<unknown> {
  const module = new SourceTextModule("export const promise = import.source('there')", {
    importModuleDynamically,
    ...options,
  });
  await module.link(() => assert.fail("nothing to link"));
  await module.evaluate();
  return module.namespace.promise;
}

function addTests(): void {
  test("import.source calls importModuleDynamically, with its phase", async () => {
    const seen: unknown[][] = [];
    const found = new SourceTextModule("", { identifier: "found" });
    await assert.rejects(
      imported((...args: unknown[]) => {
        seen.push(args);
        return found;
      }),
      NOT_DEFINED("found"),
    );
    const [[specifier, referrer, attributes, phase]] = seen as any;
    assert.deepStrictEqual(
      [specifier, referrer instanceof SourceTextModule, Object.keys(attributes), phase],
      ["there", true, [], "source"],
    );
  });

  test("it also works in another context", async () => {
    const context = vm.createContext({});
    const found = new SyntheticModule([], () => {}, { identifier: "synthetic", context });
    await assert.rejects(
      imported(() => found, { context }),
      ({ code }: any) => code === "ERR_SOURCE_PHASE_NOT_DEFINED",
    );
  });

  test("without a module it is refused", async () => {
    await assert.rejects(imported(undefined), { code: "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING" });
    const found = new SyntheticModule([], () => {});
    await found.evaluate();
    for (const made of [{}, null, found.namespace])
      await assert.rejects(
        imported(() => made),
        { code: "ERR_VM_MODULE_NOT_MODULE" },
      );
  });

  test("a static import has its phase among the requests and fails as it is linked", async () => {
    const module = new SourceTextModule("import source x from 'there'; import y from 'elsewhere'");
    assert.deepStrictEqual(
      module.moduleRequests.map(({ specifier, phase }: any) => [specifier, phase]),
      [
        ["there", "source"],
        ["elsewhere", "evaluation"],
      ],
    );
    const found = new SyntheticModule(["default"], () => {}, { identifier: "found" });
    await assert.rejects(
      module.link(() => found),
      NOT_DEFINED("found"),
    );
    const other = new SourceTextModule("import source x from 'there'");
    other.linkRequests([found]);
    assert.throws(() => other.instantiate(), NOT_DEFINED("found"));
  });

  test("link() of a SyntheticModule returns nothing", () => {
    assert.strictEqual(
      new SyntheticModule([], () => {}).link(() => {}),
      undefined,
    );
  });
}

const FLAG = "--experimental-vm-modules";
if (process.execArgv.includes(FLAG)) addTests();
else {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--no-warnings", FLAG, fileURLToPath(import.meta.url)],
    { encoding: "utf8" },
  );
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = status ?? 1;
}
