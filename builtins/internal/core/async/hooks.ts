// `createHook`: callbacks about resources. Timers, immediates, ticks, microtasks, native callbacks and AsyncResource report their
// events. Promises do when the constructor, `then`, `await`, `Promise.resolve` or `Promise.reject` made them: the engine has no hook.
import {
  enter,
  get,
  type Hooks,
  leave,
  makeScope,
  currentScope,
  newId,
  resourceOf,
  type Saved,
  type Scope,
  setHooks,
} from "internal:core/async/context";
import { setPromiseScopes } from "internal:core/async/rejection_scopes";
import { nativeThen } from "internal:core/async/await_hooks";
import defer * as promises from "internal:core/async/promise_hooks";
import { ERR_ASYNC_CALLBACK, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { promiseState } from "native:engine";
import { validateBoolean } from "internal:core/validators";
import { services, safe } from "internal:core/bootstrap";
import defer * as timers from "internal:core/timers";

const NAMES = ["init", "before", "after", "destroy", "promiseResolve"] as const;
type Name = (typeof NAMES)[number];

/** The enabled hooks. While one runs, the list does not change; changes are collected in `next`. */
let enabled: AsyncHook[] = [];
let next: AsyncHook[] | null = null;
let depth = 0;
let pendingDestroys: number[] = [];
/** So many pending `destroy` events are reported before the next turn. */
const DESTROYS_MAX = 16384;

/** Whether an enabled hook has a callback of that name. */
export function hasHooks(name: Name): boolean {
  return enabled.some((hook) => hook[name] !== undefined);
}

function call(name: Name, ...args: unknown[]): void {
  depth++;
  try {
    for (const hook of enabled) {
      const callback = hook[name];
      if (callback === undefined || (!hook[kTracksPromises] && name === "init" && args[1] === "PROMISE")) continue;
      safe.apply(callback, hook, args);
    }
  } catch (error) {
    services().endByHook(error);
  } finally {
    if (--depth === 0 && next !== null) {
      enabled = next;
      next = null;
      connect();
    }
  }
}

function change(hooks: AsyncHook[]): void {
  if (depth > 0) next = hooks;
  else {
    enabled = hooks;
    connect();
  }
}

/** Starts or stops the reports of resources and promises. */
function connect(): void {
  setHooks(enabled.length === 0 ? null : dispatcher);
  const tracksPromises = enabled.some((hook) => hook[kTracksPromises]);
  promises.setScoping(tracksPromises ? promiseScoping : null);
  if (tracksPromises) setPromiseScopes(Scoped.of);
}

const dispatcher: Hooks = {
  init: (scope, type) => call("init", scope.asyncId, type, scope.triggerId, resourceOf(scope)),
  before: (asyncId) => call("before", asyncId),
  after: (asyncId) => call("after", asyncId),
  destroy: (asyncId) => {
    const count = pendingDestroys.push(asyncId);
    if (count === 1) timers.setInternalImmediate(flushDestroys);
    else if (count === DESTROYS_MAX) safe.apply(nativeThen, resolved, [flushDestroys]);
  },
};

/** A constructor that returns its argument, so that a derived class adds a private name to an existing object. */
const ReturnArgument = function (object: object): object {
  return object;
} as unknown as new (object: object) => object;

/** Stores the scope of a promise in a private name of the promise, which the program does not see. */
class Scoped extends ReturnArgument {
  readonly #scope: Scope;
  constructor(promise: object, scope: Scope) {
    super(promise);
    this.#scope = scope;
  }
  static of(promise: object): Scope | undefined {
    return #scope in promise ? (promise as Scoped).#scope : undefined;
  }
}

const PENDING = 0;
let collected: FinalizationRegistry<number> | undefined;

const promiseScoping = {
  made(promise: object, parent: object | undefined, isOurs: boolean): void {
    const scope = makeScope(
      "PROMISE",
      promise,
      parent === undefined ? currentScope().asyncId : scopeOf(parent).asyncId,
    );
    new Scoped(promise, scope);
    // The promise of an `await` that never continues is only reported when it is collected. The `await` of a settled promise continues.
    const willEnd = isOurs && (parent === undefined || promiseState(parent) !== PENDING);
    if (willEnd || !hasHooks("destroy")) return;
    collected ??= new FinalizationRegistry(dispatcher.destroy);
    collected.register(promise, scope.asyncId, promise);
  },
  gone(promise: object): void {
    collected?.unregister(promise);
    dispatcher.destroy(scopeOf(promise).asyncId);
  },
  enter: (promise: object): unknown => enter(scopeOf(promise)),
  leave: (saved: unknown): void => leave(saved as Saved),
  settled: (promise: object): void => call("promiseResolve", scopeOf(promise).asyncId),
};

/** The scope of a promise; a promise whose creation was not reported gets its id now. */
function scopeOf(promise: object): Scope {
  const known = Scoped.of(promise);
  if (known !== undefined) return known;
  const scope = { frame: get(), asyncId: newId(), triggerId: currentScope().asyncId, resource: promise };
  new Scoped(promise, scope);
  return scope;
}

// Made before promises are observed: its events must not be reported.
const resolved = Promise.resolve();

function flushDestroys(): void {
  const list = pendingDestroys;
  pendingDestroys = [];
  for (const asyncId of list) call("destroy", asyncId);
}

const kTracksPromises = Symbol("tracksPromises");

class AsyncHook {
  declare [kTracksPromises]: boolean;
  declare init: Function | undefined;
  declare before: Function | undefined;
  declare after: Function | undefined;
  declare destroy: Function | undefined;
  declare promiseResolve: Function | undefined;

  /** Enables the callbacks. */
  enable(): this {
    const list = next ?? enabled;
    if (!list.includes(this)) change([...list, this]);
    return this;
  }

  /** Disables the callbacks. */
  disable(): this {
    change((next ?? enabled).filter((hook) => hook !== this));
    return this;
  }
}

/**
 * A hook with any of `init`, `before`, `after`, `destroy`, `promiseResolve`; with `trackPromises: false` promises are not resources.
 * Throws ERR_ASYNC_CALLBACK for a callback that is not a function, ERR_INVALID_ARG_TYPE and ERR_INVALID_ARG_VALUE.
 */
export function createHook(callbacks: Partial<Record<Name, Function>> & { trackPromises?: boolean }): AsyncHook {
  for (const name of NAMES) {
    if (callbacks[name] !== undefined && typeof callbacks[name] !== "function")
      throw new ERR_ASYNC_CALLBACK(`hook.${name}`);
  }
  const { trackPromises = true } = callbacks;
  validateBoolean(trackPromises, "trackPromises");
  if (!trackPromises && callbacks.promiseResolve !== undefined)
    throw new ERR_INVALID_ARG_VALUE("trackPromises", trackPromises, "must not be false when promiseResolve is enabled");
  const hook = new AsyncHook();
  safe.defineProperty(hook, kTracksPromises, { value: trackPromises });
  for (const name of NAMES) hook[name] = callbacks[name];
  return hook;
}
