// The files that Mocha loads before those with tests (`--require`, `--file`), and the hooks around all tests that they define, or
// export as `mochaHooks`. https://mochajs.org/#root-hook-plugins
import { currentDefinition, hooks } from "internal:test_runner/dialects/define";
import type { Fn, Hook, HookName } from "internal:test_runner/dialects/tree";
import { importFrom } from "internal:loader/dynamic_import";

type Members = Record<string, unknown>;

const NAMES = ["beforeAll", "beforeEach", "afterEach", "afterAll"] as const;

/** What the files have defined in this realm; null: they are not loaded yet. */
let defined: [HookName, Hook[]][] | null = null;

/** Loads the files once in a realm, whose later files of tests have the same hooks. */
export async function setUp(parent: string, files: readonly string[]): Promise<void> {
  const { root } = currentDefinition();
  if (defined !== null) {
    for (const [name, found] of defined) root.hooks[name].push(...found);
    return;
  }
  for (const file of files) await add((await importFrom(parent, file, undefined, false)) as Members);
  // Without a hook that undoes it, what precedes all tests holds for the files that follow.
  if (root.hooks.afterAll.length === 0)
    root.hooks.beforeAll.forEach((hook, index, all) => (all[index] = { ...hook, fn: once(hook.fn) }));
  defined = (Object.entries(root.hooks) as [HookName, Hook[]][]).map(([name, found]) => [name, [...found]]);
}

/** Calls a function the first time only; one that receives `done` is left as it is. */
function once(fn: Fn): Fn {
  if (fn.length > 0) return fn;
  let isCalled = false;
  return function (this: unknown) {
    if (isCalled) return undefined;
    isCalled = true;
    return fn.call(this);
  };
}

/** Defines the hooks that the exports of a module name; `mochaHooks` is an object, or a function that returns it. */
async function add(module: Members): Promise<void> {
  let given = module.mochaHooks ?? (module.default as Members | null | undefined)?.mochaHooks;
  if (typeof given === "function") given = await (given as () => unknown)();
  if (typeof given !== "object" || given === null) return;
  for (const name of NAMES) {
    const found = (given as Members)[name];
    if (found === undefined) continue;
    for (const hook of Array.isArray(found) ? (found as unknown[]) : [found]) hooks[name](hook);
  }
}
