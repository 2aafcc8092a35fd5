// AsyncResource: a resource that a program defines, in whose context it can run functions.
import { safe } from "internal:core/bootstrap";
import type { AnyFunction } from "internal:core/bootstrap";
import { currentScope, destroyed, enter, leave, makeScope, type Scope } from "internal:core/async/context";
import { noteResult } from "internal:core/async/rejection_scopes";
import { hasHooks } from "internal:core/async/hooks";
import { ERR_ASYNC_TYPE, ERR_INVALID_ASYNC_ID } from "internal:core/errors";
import { validateFunction, validateObject, validateString } from "internal:core/validators";

let unused: FinalizationRegistry<{ scope: Scope; state: { isDestroyed: boolean } }> | undefined;

export class AsyncResource {
  #scope: Scope;
  #isDestroyed = false;
  /** What the registry of unused resources reads. */
  #state: { isDestroyed: boolean } | undefined = undefined;

  /** `type` names the kind. `options`: `{ triggerAsyncId, requireManualDestroy }`, or the trigger's id. */
  constructor(type: string, options: number | { triggerAsyncId?: number; requireManualDestroy?: boolean } = {}) {
    validateString(type, "type");
    let triggerId: unknown = options;
    let isManual = false;
    if (typeof options !== "number") {
      // Any value but null and undefined can be read for the two members.
      if (options === null) validateObject(options, "options");
      triggerId = options.triggerAsyncId === undefined ? currentScope().asyncId : options.triggerAsyncId;
      isManual = Boolean(options.requireManualDestroy);
    }
    if (!Number.isSafeInteger(triggerId) || (triggerId as number) < -1)
      throw new ERR_INVALID_ASYNC_ID("triggerAsyncId", triggerId);
    if (type.length === 0 && hasHooks("init")) throw new ERR_ASYNC_TYPE(type);
    this.#scope = makeScope(type, this, triggerId as number);
    if (!isManual && hasHooks("destroy")) {
      unused ??= new FinalizationRegistry(({ scope, state }) => {
        if (!state.isDestroyed) destroyed(scope);
      });
      const state = (this.#state = { isDestroyed: false });
      unused.register(this, { scope: { ...this.#scope, resource: {} }, state });
    }
  }

  /** Calls `fn` on `thisArg` in the context of this resource; returns its result. */
  runInAsyncScope<R>(fn: (...args: any[]) => R, thisArg?: unknown, ...args: unknown[]): R {
    const saved = enter(this.#scope);
    try {
      const result = args.length === 0 && fn.call === safe.call ? fn.call(thisArg) : safe.apply(fn, thisArg, args);
      noteResult(result);
      return result as R;
    } finally {
      leave(saved);
    }
  }

  /** Reports the end of this resource to the hooks. */
  emitDestroy(): this {
    if (!this.#isDestroyed) {
      this.#isDestroyed = true;
      if (this.#state !== undefined) this.#state.isDestroyed = true;
      destroyed(this.#scope);
    }
    return this;
  }

  asyncId(): number {
    return this.#scope.asyncId;
  }

  triggerAsyncId(): number {
    return this.#scope.triggerId;
  }

  /** Binds `fn` to the context of this resource. `thisArg`: the object that it is called on. */
  bind(fn: AnyFunction, thisArg?: unknown): AnyFunction {
    validateFunction(fn, "fn");
    const resource = this;
    const bound = function (this: unknown, ...args: unknown[]): unknown {
      const receiver = thisArg === undefined ? this : thisArg;
      return args.length === 0
        ? resource.runInAsyncScope(fn, receiver)
        : resource.runInAsyncScope(fn, receiver, ...args);
    };
    // Its own length is 0.
    if (fn.length === 0) return bound;
    safe.defineProperty(bound, "length", {
      configurable: true,
      enumerable: false,
      value: fn.length,
      writable: false,
    });
    return bound;
  }

  /** Binds `fn` to a new resource. */
  static bind(fn: AnyFunction, type?: string, thisArg?: unknown): AnyFunction {
    validateFunction(fn, "fn");
    // Only hooks see the type, and the engine makes the name of a function when it is first read.
    const shown = type || (hasHooks("init") && fn.name) || "bound-anonymous-fn";
    return new AsyncResource(shown).bind(fn, thisArg);
  }
}
