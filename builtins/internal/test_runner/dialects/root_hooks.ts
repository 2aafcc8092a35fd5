// Root hook plugins of Mocha: what a file that is loaded with `--require` exports as `mochaHooks`.
// https://mochajs.org/#root-hook-plugins
import { hooks } from "internal:test_runner/dialects/define";

type Members = Record<string, unknown>;

const NAMES = ["beforeAll", "beforeEach", "afterEach", "afterAll"] as const;

/** Defines the hooks that the exports of a module name; `mochaHooks` is an object, or a function that returns it. */
export async function add(module: Members): Promise<void> {
  let given = module.mochaHooks ?? (module.default as Members | null | undefined)?.mochaHooks;
  if (typeof given === "function") given = await (given as () => unknown)();
  if (typeof given !== "object" || given === null) return;
  for (const name of NAMES) {
    const found = (given as Members)[name];
    if (found === undefined) continue;
    for (const hook of Array.isArray(found) ? (found as unknown[]) : [found]) hooks[name](hook);
  }
}
