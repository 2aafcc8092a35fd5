// `module.registerHooks()` (synchronous, in this thread), and `module.register()`, whose hooks run in a thread of their own.
import * as hooks from "internal:loader/hooks";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:errors";
import { validateFunction } from "internal:validators";

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

/** Needs a thread that the asynchronous hooks run in. */
export function register(_specifier: unknown, _parentURL?: unknown, _options?: unknown): never {
  throw new ERR_METHOD_NOT_IMPLEMENTED("module.register() (asynchronous hooks; module.registerHooks() is there)");
}
