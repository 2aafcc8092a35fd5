// `v8.promiseHooks` (https://nodejs.org/api/v8.html#promise-hooks). The engine has no hooks for promises, so while some are set
// `then`, `Promise.resolve` and `Promise.reject` report what they make and run, and so do `await` and `new Promise` (`await_hooks`).
// Promises of async functions are not reported.
import { setMember } from "internal:core/async/promise_members";
import { safe } from "internal:core/bootstrap";
import { triggerUncaughtException } from "internal:core/process/warn";
import { type Reporter, runJob, watchAwaits } from "internal:core/async/await_hooks";
import { promisesOfRealms } from "internal:core/async/context";
import { validatePlainFunction } from "internal:core/validators";
import { promiseState } from "native:engine";

type Hook = (promise: Promise<unknown>, parent?: Promise<unknown>) => void;
type Kind = "init" | "before" | "after" | "settled";

/** How `async_hooks` makes promises resources: `enter` returns the argument of `leave`. */
export interface Scoping {
  made(promise: Promise<unknown>, parent: Promise<unknown> | undefined, isOurs: boolean): void;
  enter(promise: Promise<unknown>): unknown;
  leave(token: unknown): void;
  settled(promise: Promise<unknown>): void;
  gone(promise: Promise<unknown>): void;
}

let scoping: Scoping | null = null;

const hooks: Record<Kind, Hook[]> = { init: [], before: [], after: [], settled: [] };
let hookCount = 0;
interface Originals {
  then: Function;
  resolve: Function;
  reject: Function;
}
let originals: Originals | null = null;

function made(promise: Promise<unknown>, parent?: Promise<unknown>, isOurs = false): void {
  scoping?.made(promise, parent, isOurs);
  emit("init", promise, parent);
}

function settled(promise: Promise<unknown>): void {
  scoping?.settled(promise);
  emit("settled", promise);
}

const reporter: Reporter = {
  made: made as Reporter["made"],
  settled: settled as Reporter["settled"],
  gone: (promise) => scoping?.gone(promise as Promise<unknown>),
  enter(target: object): () => void {
    const promise = target as Promise<unknown>;
    // The scoping that was entered is left, even if the program removes its hooks in between.
    const entered = scoping;
    const token = entered?.enter(promise);
    emit("before", promise);
    return () => {
      emit("after", promise);
      entered?.leave(token);
    };
  },
};

function emit(kind: Kind, promise: Promise<unknown>, parent?: Promise<unknown>): void {
  for (const hook of [...hooks[kind]]) {
    try {
      if (kind === "init") hook(promise, parent);
      else hook(promise);
    } catch (error) {
      triggerUncaughtException(error);
    }
  }
}

const isThenable = (value: unknown): boolean =>
  ((typeof value === "object" && value !== null) || typeof value === "function") &&
  typeof (value as { then?: unknown }).then === "function";

const reporting = {
  then(this: Promise<unknown>, onFulfilled: unknown, onRejected: unknown): unknown {
    const { then } = originals ?? saved!;
    let child: Promise<unknown>;
    const reaction =
      (handler: unknown, passOn: (value: unknown) => unknown) =>
      (value: unknown): unknown =>
        runJob(reporter, child, () => {
          try {
            const result = typeof handler === "function" ? handler(value) : passOn(value);
            if (!isThenable(result)) settled(child);
            return result;
          } catch (error) {
            settled(child);
            throw error;
          }
        });
    const pass = (value: unknown): unknown => value;
    const fail = (reason: unknown): never => {
      throw reason;
    };
    child = safe.apply(then, this, [reaction(onFulfilled, pass), reaction(onRejected, fail)]);
    made(child, this);
    return child;
  },
  resolve(this: unknown, value: unknown): unknown {
    const promise: Promise<unknown> = safe.apply((originals ?? saved!).resolve, this, [value]);
    if (promise === value) return promise;
    made(promise);
    if (promiseState(promise) !== 0) settled(promise);
    return promise;
  },
  reject(this: unknown, reason: unknown): unknown {
    const promise: Promise<unknown> = safe.apply((originals ?? saved!).reject, this, [reason]);
    made(promise);
    settled(promise);
    return promise;
  },
};

/** The original functions, for a program that still holds one of the replacements after `uninstall`. */
let saved: Originals | null = null;

/** Replaces the functions of one realm's `Promise`; returns those that it had. */
function replaceIn(promises: PromiseConstructor): Originals {
  const found = { then: promises.prototype.then, resolve: promises.resolve, reject: promises.reject };
  setMember(promises.prototype, "then", reporting.then);
  setMember(promises, "resolve", reporting.resolve);
  setMember(promises, "reject", reporting.reject);
  return found;
}

function restoreIn(promises: PromiseConstructor, { then, resolve, reject }: Originals): void {
  // A program may have replaced ours with its own functions, which still call ours.
  if (promises.prototype.then === (reporting.then as unknown)) setMember(promises.prototype, "then", then);
  if (promises.resolve === (reporting.resolve as unknown)) setMember(promises, "resolve", resolve);
  if (promises.reject === (reporting.reject as unknown)) setMember(promises, "reject", reject);
}

/** What the `Promise` of each context of node:vm had. Ours work there as well: the promises that they make are the context's. */
let originalsOfContexts = new WeakMap<PromiseConstructor, Originals>();

function install(): void {
  saved = originals = replaceIn(Promise);
  originalsOfContexts = new WeakMap();
  const replaceInContext = (promises: PromiseConstructor): void => {
    // While its constructor is the original one, the engine derives from a context's promise one of the realm of our `then`.
    const { prototype } = promises as { prototype: object };
    setMember(prototype, "constructor", undefined);
    setMember(prototype, "constructor", promises);
    originalsOfContexts.set(promises, replaceIn(promises));
  };
  promisesOfRealms(replaceInContext).forEach(replaceInContext);
  watchAwaits(reporter);
}

function uninstall(): void {
  restoreIn(Promise, originals!);
  for (const promises of promisesOfRealms(null)) {
    const found = originalsOfContexts.get(promises);
    if (found !== undefined) restoreIn(promises, found);
  }
  originals = null;
  watchAwaits(null);
}

/** Sets how promises become resources; null: they do not. */
export function setScoping(next: Scoping | null): void {
  const wasNeeded = hookCount > 0 || scoping !== null;
  scoping = next;
  const isNeeded = hookCount > 0 || scoping !== null;
  if (isNeeded && !wasNeeded) install();
  else if (!isNeeded && wasNeeded) uninstall();
}

/** Adds a hook; returns the function that removes it. */
function add(kind: Kind, hook: unknown): () => void {
  validatePlainFunction(hook, `${kind}Hook`);
  hooks[kind].push(hook as Hook);
  if (hookCount++ === 0 && scoping === null) install();
  let isSet = true;
  return () => {
    if (!isSet) return;
    isSet = false;
    hooks[kind].splice(hooks[kind].indexOf(hook as Hook), 1);
    if (--hookCount === 0 && scoping === null) uninstall();
  };
}

/** `v8.promiseHooks`. */
export const promiseHooks = {
  onInit: (hook: unknown): (() => void) => add("init", hook),
  onBefore: (hook: unknown): (() => void) => add("before", hook),
  onAfter: (hook: unknown): (() => void) => add("after", hook),
  onSettled: (hook: unknown): (() => void) => add("settled", hook),
  /** Adds several hooks; returns the function that removes them. */
  createHook({ init, before, after, settled }: Partial<Record<Kind, unknown>> = {}): () => void {
    const given = { init, before, after, settled };
    const kinds = (safe.keys(given) as Kind[]).filter((kind) => given[kind] !== undefined);
    for (const kind of kinds) validatePlainFunction(given[kind], `${kind}Hook`);
    const stops = kinds.map((kind) => add(kind, given[kind]));
    return () => {
      for (const stop of stops) stop();
    };
  },
};
