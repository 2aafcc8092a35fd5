// `module.registerHooks()` (synchronous, in this thread), and `module.register()`, whose hooks run in a thread of their own.
import * as hooks from "internal:loader/hooks";
import { startHooks } from "internal:loader/async_hooks";
import { option } from "internal:core/launch";
import defer * as packageGuard from "internal:core/package_guard";
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
  /** Removes the hooks. */
  deregister(): void {
    hooks.deregister(this);
  }
}

/** Adds hooks. Throws ERR_INVALID_ARG_TYPE for a hook that is not a function. */
export function registerHooks(members: { resolve?: unknown; load?: unknown }): ModuleHooks {
  if (option("--sandbox-packages") !== undefined)
    packageGuard.checkCaller(["vm"], "module.registerHooks", registerHooks);
  const { resolve, load } = members;
  if (resolve) validateFunction(resolve, "hooks.resolve");
  if (load) validateFunction(load, "hooks.load");
  return new ModuleHooks(resolve || undefined, load || undefined);
}

let hasWarned = false;

/**
 * Adds the hooks that a module exports; they run in a separate thread. Blocks until the module's `initialize` has finished.
 * Throws errors of loading the module, and DataCloneError for data that cannot be cloned.
 */
export function register(specifier: unknown, parentURL: any = undefined, options: any = undefined): void {
  if (option("--sandbox-packages") !== undefined) packageGuard.checkCaller(["vm"], "module.register", register);
  if (!hasWarned) {
    hasWarned = true;
    emitWarning(
      "`module.register()` is deprecated. Use `module.registerHooks()` instead.",
      "DeprecationWarning",
      "DEP0205",
    );
  }
  let base = parentURL;
  let settings = options;
  if (base !== undefined && base !== null && typeof base === "object" && !isUrl(base)) {
    settings = base;
    base = settings.parentURL;
  }
  startHooks().register(`${specifier as string}`, `${base ?? "data:"}`, settings?.data, settings?.transferList ?? []);
}

function isUrl(value: { href?: unknown; protocol?: unknown }): boolean {
  return typeof value.href === "string" && typeof value.protocol === "string";
}
