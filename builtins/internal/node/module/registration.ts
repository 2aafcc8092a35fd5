// `module.registerHooks()` (synchronous, in this thread), and `module.register()`, whose hooks run in a thread of their own.
import * as hooks from "internal:loader/hooks";
import { startHooks } from "internal:loader/async_hooks";
import { emitWarning } from "internal:core/process/warn";
import { validateFunction } from "internal:core/validators";

/** What `registerHooks` returns. */
class ModuleHooks {
  resolve: any;
  load: any;
  constructor(resolve: unknown, load: unknown) {
    this.resolve = resolve;
    this.load = load;
    hooks.register(this);
  }
  /** Takes the hooks away again. */
  deregister(): void {
    hooks.deregister(this);
  }
}

/** Adds hooks. Throws ERR_INVALID_ARG_TYPE for a hook that is no function. */
export function registerHooks(given: any): ModuleHooks {
  const { resolve, load } = given;
  if (resolve) validateFunction(resolve, "hooks.resolve");
  if (load) validateFunction(load, "hooks.load");
  return new ModuleHooks(resolve || undefined, load || undefined);
}

let hasWarned = false;

/**
 * Adds the hooks that a module exports; they run in a thread of their own. Blocks until the module's `initialize` is done.
 * Throws what loading the module throws, DataCloneError for data that cannot be cloned.
 */
export function register(specifier: unknown, parentURL: any = undefined, options: any = undefined): void {
  if (!hasWarned) {
    hasWarned = true;
    emitWarning(
      "`module.register()` is deprecated. Use `module.registerHooks()` instead.",
      "DeprecationWarning",
      "DEP0205",
    );
  }
  let base = parentURL;
  let given = options;
  if (base !== undefined && base !== null && typeof base === "object" && !isUrl(base)) {
    given = base;
    base = given.parentURL;
  }
  startHooks().register(`${specifier as string}`, `${base ?? "data:"}`, given?.data, given?.transferList ?? []);
}

function isUrl(value: any): boolean {
  return typeof value.href === "string" && typeof value.protocol === "string";
}
