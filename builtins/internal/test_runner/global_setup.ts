// `--test-global-setup`: a module with `globalSetup` and `globalTeardown`, run around all tests.
import { importFrom } from "internal:loader/dynamic_import";
import { validateFunction, validateStringWithoutNullBytes } from "internal:core/validators";
import defer * as path from "internal:core/path";

interface Functions {
  setup: (() => unknown) | undefined;
  teardown: (() => unknown) | undefined;
}

/** Loads the module at `file`, relative to `folder`. Rejects when it throws, or when its exports are not functions. */
export async function load(file: string, folder: string): Promise<Functions> {
  validateStringWithoutNullBytes(file, "options.globalSetupPath");
  const module: unknown = await importFrom(`${folder}/_`, path.default.resolve(folder, file), undefined, false);
  return { setup: pick(module, "globalSetup"), teardown: pick(module, "globalTeardown") };
}

function pick(module: any, name: string): (() => unknown) | undefined {
  const fn = module[name];
  if (!fn) return undefined;
  validateFunction(fn, `globalSetupModule.${name}`);
  return fn;
}
