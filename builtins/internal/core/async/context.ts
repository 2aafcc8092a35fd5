// The asynchronous context: the frame of AsyncLocalStorage values, and which asynchronous resource runs now.
//
// Timers, immediates, ticks, microtasks, native callbacks and AsyncResource take a scope when they are made (`capture`)
// and run inside it (`enter`, `leave`). As long as nobody imported node:async_hooks, `capture` is one comparison and
// gives `undefined`, and nothing else happens.
//
// What runs after an `await` is resumed by the engine, which has no hook for it: the transformer makes it put the frame back in
// the cell (`docs/internals/async_context.md`). `then` is covered (`onFrames`).
import { asyncCell as cell } from "internal:core/bootstrap";

import defer * as uncaught from "internal:core/uncaught";

/** The values of all storages, by storage; never changed once it is current. */
export type Frame = ReadonlyMap<object, unknown> | undefined;

/** One asynchronous resource: what it was made in, and what it is called in hooks. */
export interface Scope {
  frame: Frame;
  asyncId: number;
  triggerId: number;
  /** Undefined for what has no object of its own until somebody asks for it (`resourceOf`). */
  resource: object | undefined;
}

/** What hooks want to know. */
export interface Hooks {
  init(scope: Scope, type: string): void;
  before(asyncId: number): void;
  after(asyncId: number): void;
  destroy(asyncId: number): void;
}

/** What was current before `enter`. */
export interface Saved {
  scope: Scope;
  frame: Frame;
}

const ROOT_ID = 1;
const NO_ID = 0;
/** The main task, and what belongs to no resource. */
const root: Scope = { frame: undefined, asyncId: ROOT_ID, triggerId: NO_ID, resource: {} };
const nothing: Scope = { frame: undefined, asyncId: NO_ID, triggerId: NO_ID, resource: {} };

let isActive = false;
let current: Scope = cell.isMain ? root : nothing;
let lastId = ROOT_ID;
let hooks: Hooks | null = null;
let framesStart: ((promise: PromiseConstructor) => void) | null = null;
let framesStarted: ((promise: PromiseConstructor) => void) | null = null;
/** `Promise` of the realms of node:vm, until the first frame becomes current. */
let otherPromises: WeakRef<PromiseConstructor>[] = [];
let endOfJob: (() => void) | null = null;
let scopeOfRejection: ((promise: object) => Scope | undefined) | null = null;

/** Starts giving scopes to resources. Called by node:async_hooks. */
export function activate(): void {
  isActive = true;
}

/** The current frame. */
export function get(): Frame {
  return cell.f;
}

/** Makes a frame current until the running resource ends. */
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
  otherPromises = [];
}

/** Has the `Promise` of another realm keep frames, too. */
export function addPromise(promise: PromiseConstructor): void {
  if (framesStarted !== null) framesStarted(promise);
  else otherPromises.push(new WeakRef(promise));
}

/** Ends the frame of the running task, if somebody made one current for the rest of it. */
export function endTask(): void {
  cell.f = undefined;
}

/** As `set`, for the rest of the running task. */
export function setForTask(next: Frame): void {
  set(next);
  cell.left();
}

/** Sets what is called with the `Promise` of each realm before the first frame becomes current, or when the realm is made. */
export function onFrames(start: (promise: PromiseConstructor) => void): void {
  framesStart = start;
}

/** Sets or removes the hooks. */
export function setHooks(next: Hooks | null): void {
  hooks = next;
}

/** Whether somebody wants to know of resources. */
export function hasHooks(): boolean {
  return hooks !== null;
}

/** Ends the main task. */
export function endMain(): void {
  if (current === root) current = nothing;
}

/** The object that stands for the resource. */
export function resourceOf(scope: Scope): object {
  return (scope.resource ??= {});
}

/** The next id of a resource. */
export function newId(): number {
  return ++lastId;
}

/** The resource that runs now. */
export function currentScope(): Scope {
  return current;
}

/** The scope of a resource that is made now; `undefined` when nobody cares. */
export function capture(type: string, resource: object | undefined): Scope | undefined {
  return isActive ? makeScope(type, resource, current.asyncId) : undefined;
}

/** As `capture`, without asking whether somebody cares. */
export function makeScope(type: string, resource: object | undefined, triggerId: number): Scope {
  const scope: Scope = { frame: cell.f, asyncId: ++lastId, triggerId, resource };
  if (hooks !== null) hooks.init(scope, type);
  return scope;
}

/** Makes `scope` current; give the result to `leave`. */
export function enter(scope: Scope): Saved {
  const saved = { scope: current, frame: cell.f };
  current = scope;
  cell.f = scope.frame;
  if (hooks !== null) hooks.before(scope.asyncId);
  return saved;
}

/** Ends what `enter` began. */
export function leave(saved: Saved): void {
  if (hooks !== null) hooks.after(current.asyncId);
  current = saved.scope;
  cell.f = saved.frame;
}

/** Begins a job whose end nobody tells: `end` is called as the next one begins, or when the jobs of the task ran dry. */
export function beginJob(end: () => void): void {
  endOfJob = end;
  cell.left();
}

/** Ends what `beginJob` began. Called where nothing but the engine is below. */
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

/** Sets who knows in which scope a promise rejected. */
export function setRejectionScopes(find: (promise: object) => Scope | undefined): void {
  scopeOfRejection = find;
}

/** Calls `body` in the scope in which `promise` rejected, as far as that is known; hooks are not told, as in Node. */
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

/** Tells the hooks that a resource will not run again. */
export function destroyed(scope: Scope): void {
  if (hooks !== null) hooks.destroy(scope.asyncId);
}

/** `callback`, which is called as a task, so that it runs in the scope that is current now; itself when nobody cares. */
export function bindOnce<F extends (...args: any[]) => any>(type: string, callback: F): F {
  return isActive ? bound(makeScope(type, undefined, current.asyncId), callback) : callback;
}

/** The same for something that `owner` does: that is what triggers it. */
export function bindOnceFor<F extends (...args: any[]) => any>(owner: Scope, type: string, callback: F): F {
  return bound(makeScope(type, undefined, owner.asyncId), callback);
}

function bound<F extends (...args: any[]) => any>(scope: Scope, callback: F): F {
  return function (this: unknown, ...args: any[]) {
    const saved = enter(scope);
    try {
      return callback.apply(this, args);
    } catch (error) {
      // Inside the scope, which the handlers of exceptions may ask for.
      uncaught.handle(error);
      return undefined;
    } finally {
      leave(saved);
      destroyed(scope);
    }
  } as F;
}
