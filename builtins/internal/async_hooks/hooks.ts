// `createHook`: callbacks about resources. Timers, immediates, ticks, microtasks, native callbacks and AsyncResource
// report; of promises those that `then`, `Promise.resolve` and `Promise.reject` make, since the engine has no hook for promises.
import { enter, type Hooks, leave, makeScope, currentScope, type Saved, type Scope, setHooks } from "internal:async_context";
import defer * as promises from "internal:v8/promise_hooks";
import { ERR_ASYNC_CALLBACK } from "internal:errors";
import * as uncaught from "internal:uncaught";

const NAMES = ["init", "before", "after", "destroy", "promiseResolve"] as const;
type Name = (typeof NAMES)[number];

let enabled: AsyncHook[] = [];
let pendingDestroys: number[] = [];

/** Whether a callback of that name is there. */
export function hasHooks(name: Name): boolean {
  return enabled.some((hook) => hook[name] !== undefined);
}

function call(name: Name, ...args: unknown[]): void {
  // Hooks that change while one runs count from the next event on.
  for (const hook of enabled.slice()) {
    const callback = hook[name];
    if (callback === undefined) continue;
    try {
      Reflect.apply(callback, hook, args);
    } catch (error) {
      // A hook that throws ends the process, as in Node.
      uncaught.handle(error);
    }
  }
}

const dispatcher: Hooks = {
  init: (scope, type) => call("init", scope.asyncId, type, scope.triggerId, scope.resource),
  before: (asyncId) => call("before", asyncId),
  after: (asyncId) => call("after", asyncId),
  destroy: (asyncId) => {
    if (pendingDestroys.push(asyncId) === 1) Reflect.apply(nativeThen, resolved, [flushDestroys]);
  },
};

const scopes = new WeakMap<object, Scope>();

const promiseScoping = {
  made(promise: object, parent: object | undefined): void {
    const trigger = parent === undefined ? undefined : scopes.get(parent);
    scopes.set(promise, makeScope("PROMISE", promise, trigger?.asyncId ?? currentScope().asyncId));
  },
  enter(promise: object): unknown {
    const scope = scopes.get(promise);
    return scope === undefined ? undefined : enter(scope);
  },
  leave(saved: unknown): void {
    if (saved !== undefined) leave(saved as Saved);
  },
};

// Taken before anybody watches promises: the events of ours are nobody's business.
const resolved = Promise.resolve();
const nativeThen = Promise.prototype.then;

function flushDestroys(): void {
  const list = pendingDestroys;
  pendingDestroys = [];
  for (const asyncId of list) call("destroy", asyncId);
}

class AsyncHook {
  declare init: Function | undefined;
  declare before: Function | undefined;
  declare after: Function | undefined;
  declare destroy: Function | undefined;
  declare promiseResolve: Function | undefined;

  /** Starts the callbacks. */
  enable(): this {
    if (!enabled.includes(this)) enabled = [...enabled, this];
    setHooks(dispatcher);
    promises.setScoping(promiseScoping);
    return this;
  }

  /** Ends them. */
  disable(): this {
    enabled = enabled.filter((hook) => hook !== this);
    if (enabled.length === 0) {
      setHooks(null);
      promises.setScoping(null);
    }
    return this;
  }
}

/** A hook with any of `init`, `before`, `after`, `destroy`, `promiseResolve`. Throws ERR_ASYNC_CALLBACK for no function. */
export function createHook(callbacks: any): AsyncHook {
  for (const name of NAMES) {
    if (callbacks[name] !== undefined && typeof callbacks[name] !== "function") throw new ERR_ASYNC_CALLBACK(`hook.${name}`);
  }
  const hook = new AsyncHook();
  for (const name of NAMES) hook[name] = callbacks[name];
  return hook;
}
