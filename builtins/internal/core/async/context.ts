// The asynchronous context: the frame of AsyncLocalStorage values, and which asynchronous resource runs now.
//
// Timers, immediates, ticks, microtasks, native callbacks and AsyncResource capture a scope when they are made (`capture`)
// and run inside it (`enter`, `leave`). Until node:async_hooks is imported, `capture` is one comparison that returns
// `undefined`, and noScope else happens.
//
// The engine resumes the code after an `await` and has no hook for it: the transform makes that code restore the frame in
// the cell (`docs/internals/async_context.md`). `then` is replaced (`onFrames`).
import { type AnyFunction, asyncCell as cell } from "internal:core/bootstrap";

import defer * as uncaught from "internal:core/uncaught";

/** Storages and their values alternately; never changed once it is current, but by `AsyncLocalStorage.disable`. */
export type Frame = readonly unknown[] | undefined;

/** One asynchronous resource: the frame it was made in, and its ids in hooks. */
export interface Scope {
  frame: Frame;
  asyncId: number;
  triggerId: number;
  /** Undefined for a resource without an object of its own, until `resourceOf` makes one. */
  resource: object | undefined;
}

/** The events that hooks receive. */
export interface Hooks {
  init(scope: Scope, type: string): void;
  before(asyncId: number): void;
  after(asyncId: number): void;
  destroy(asyncId: number): void;
}

/** The scope and frame that were current before `enter`. */
export interface Saved {
  scope: Scope;
  frame: Frame;
}

const ROOT_ID = 1;
const NO_ID = 0;
/** The scope of the main task, and of code outside of any resource. */
const root: Scope = { frame: undefined, asyncId: ROOT_ID, triggerId: NO_ID, resource: {} };
const noScope: Scope = { frame: undefined, asyncId: NO_ID, triggerId: NO_ID, resource: {} };

let isActive = false;
let current: Scope = cell.isMain ? root : noScope;
let lastId = ROOT_ID;
let hooks: Hooks | null = null;
let framesStart: ((promise: PromiseConstructor) => void) | null = null;
let framesStarted: ((promise: PromiseConstructor) => void) | null = null;
/** `Promise` of the realms of node:vm, until the first frame becomes current. */
let otherPromises: WeakRef<PromiseConstructor>[] = [];
let promiseAdded: ((promise: PromiseConstructor) => void) | null = null;
let endOfJob: (() => void) | null = null;
let endOfTask: (() => void) | null = null;
let scopeOfRejection: ((promise: object) => Scope | undefined) | null = null;

/** Makes resources capture scopes from now on. Called by node:async_hooks. */
export function activate(): void {
  isActive = true;
}

/** The current frame. */
export function get(): Frame {
  return cell.f;
}

/** Makes a frame current until the current resource ends. */
export function set(next: Frame): void {
  if (framesStart !== null && next !== undefined) {
    startFrames();
  }
  cell.f = next;
}

function startFrames(): void {
  const start = framesStart!;
  framesStart = null;
  framesStarted = start;
  start(Promise);
  for (const other of otherPromises) {
    const promise = other.deref();
    if (promise !== undefined) start(promise);
  }
}

/** Makes the `Promise` of another realm store frames, too, and report to hooks. */
export function addPromise(promise: PromiseConstructor): void {
  if (framesStarted !== null) framesStarted(promise);
  if (otherPromises.length % 64 === 63) otherPromises = otherPromises.filter((other) => other.deref() !== undefined);
  otherPromises.push(new WeakRef(promise));
  promiseAdded?.(promise);
}

/** The `Promise` of each other realm that is in use; `onAdded` is called with those of later realms, until the next call. */
export function promisesOfRealms(onAdded: ((promise: PromiseConstructor) => void) | null): PromiseConstructor[] {
  promiseAdded = onAdded;
  const promises: PromiseConstructor[] = [];
  for (const other of otherPromises) {
    const promise = other.deref();
    if (promise !== undefined) promises.push(promise);
  }
  return promises;
}

/** Resets the frame at the end of a task, which `setForTask` may have set for the rest of it. */
export function endTask(): void {
  cell.f = undefined;
  if (endOfTask === null) return;
  const end = endOfTask;
  endOfTask = null;
  end();
}

/** Calls `end` once, at the end of the current task. */
export function whenTaskEnds(end: () => void): void {
  endOfTask = end;
  cell.left();
}

/** As `set`, for the rest of the current task. */
export function setForTask(next: Frame): void {
  set(next);
  cell.left();
}

/** Sets the function that is called with the `Promise` of each realm before the first frame becomes current, or when a realm is made. */
export function onFrames(start: (promise: PromiseConstructor) => void): void {
  framesStart = start;
}

/** Sets or removes the hooks. */
export function setHooks(next: Hooks | null): void {
  hooks = next;
}

/** Whether hooks are set. */
export function hasHooks(): boolean {
  return hooks !== null;
}

/** Ends the main task. */
export function endMain(): void {
  if (current === root) current = noScope;
}

/** The object of the resource, which hooks receive. */
export function resourceOf(scope: Scope): object {
  return (scope.resource ??= {});
}

/** The next id of a resource. */
export function newId(): number {
  return ++lastId;
}

/** The scope of the resource that runs now. */
export function currentScope(): Scope {
  return current;
}

/** The scope of a resource that is made now; `undefined` until `activate` is called. */
export function capture(type: string, resource: object | undefined): Scope | undefined {
  return isActive ? makeScope(type, resource, trigger === NO_ID ? current.asyncId : trigger) : undefined;
}

/** The id that triggers what is made now, if it is not the current one. */
let trigger = NO_ID;

/** Calls `body`, whose resources are triggered by `owner`, if there is one. */
export function triggeredBy(owner: Scope | undefined, body: () => void): void {
  if (owner === undefined) return body();
  const saved = trigger;
  trigger = owner.asyncId;
  try {
    body();
  } finally {
    trigger = saved;
  }
}

/** As `capture`, whether or not `activate` was called. */
export function makeScope(type: string, resource: object | undefined, triggerId: number): Scope {
  const scope: Scope = { frame: cell.f, asyncId: ++lastId, triggerId, resource };
  if (hooks !== null) hooks.init(scope, type);
  return scope;
}

/** Makes `scope` current; pass the result to `leave`. */
export function enter(scope: Scope): Saved {
  const saved = { scope: current, frame: cell.f };
  current = scope;
  cell.f = scope.frame;
  if (hooks !== null) hooks.before(scope.asyncId);
  return saved;
}

/** Restores the scope and frame before `enter`. */
export function leave(saved: Saved): void {
  if (hooks !== null) hooks.after(current.asyncId);
  current = saved.scope;
  cell.f = saved.frame;
}

/** Begins a job whose end the engine does not report: `end` is called as the next one begins, or after the last job of the task. */
export function beginJob(end: () => void): void {
  endOfJob = end;
  cell.left();
}

/** Ends the job of `beginJob`. Called where only the engine is below on the stack. */
export function endJob(): void {
  if (endOfJob === null) return;
  const end = endOfJob;
  endOfJob = null;
  end();
}

/** Calls `body` in `scope`, if there is one. */
export function inScope(scope: Scope | undefined, body: () => void): void {
  if (scope === undefined) return body();
  const saved = enter(scope);
  try {
    body();
  } finally {
    leave(saved);
  }
}

/** Sets the function that finds the scope in which a promise rejected. */
export function setRejectionScopes(find: (promise: object) => Scope | undefined): void {
  scopeOfRejection = find;
}

/** Calls `body` in the scope in which `promise` rejected, if that is known; hooks are not notified, as in Node. */
export function inScopeOfRejection(promise: object, body: () => void): void {
  const scope = scopeOfRejection === null ? undefined : scopeOfRejection(promise);
  if (scope === undefined) return body();
  const saved = { scope: current, frame: cell.f };
  current = scope;
  cell.f = scope.frame;
  try {
    body();
  } finally {
    current = saved.scope;
    cell.f = saved.frame;
  }
}

/** Reports to the hooks that a resource will not run again. */
export function destroyed(scope: Scope): void {
  if (hooks !== null) hooks.destroy(scope.asyncId);
}

/** Binds `callback`, which is called once and as a task, to the scope that is current now; returns it unchanged until `activate`. */
export function bindOnce<F extends AnyFunction>(type: string, callback: F): F {
  return isActive
    ? bound(makeScope(type, undefined, trigger === NO_ID ? current.asyncId : trigger), callback)
    : callback;
}

/** As `bindOnce`, for an operation that `owner` triggers. */
export function bindOnceFor<F extends AnyFunction>(owner: Scope, type: string, callback: F): F {
  return bound(makeScope(type, undefined, owner.asyncId), callback);
}

function bound<F extends AnyFunction>(scope: Scope, callback: F): F {
  return function (this: unknown, ...args: unknown[]) {
    const saved = enter(scope);
    try {
      return callback.apply(this, args);
    } catch (error) {
      // Inside the scope, which handlers of exceptions may read.
      uncaught.handle(error);
      return undefined;
    } finally {
      leave(saved);
      destroyed(scope);
    }
  } as F;
}
