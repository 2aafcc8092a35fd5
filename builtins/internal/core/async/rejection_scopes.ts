// The context in which an unhandled promise rejected. The engine reports the rejection after the jobs of the task, so the context is
// known only for promises whose frame was recorded before: the results of `then`, `Promise.reject`, `AsyncLocalStorage.run` and
// `AsyncResource.runInAsyncScope`.
import { pinned } from "internal:core/bootstrap";
import { type Frame, get, type Scope, setRejectionScopes } from "internal:core/async/context";

const NO_ID = 0;

const frames = pinned(new WeakMap<object, Frame>());
let scopeOf: (promise: object) => Scope | undefined = () => undefined;

/** Sets the function that finds the scope of a promise that is a resource. */
export function setPromiseScopes(find: typeof scopeOf): void {
  scopeOf = find;
  setRejectionScopes(scopeOfRejection);
}

/** Records that `promise` rejects, if it does, in `frame`. */
export function noteFrame(promise: object, frame: Frame): void {
  frames.set(promise, frame);
  setRejectionScopes(scopeOfRejection);
}

/** As `noteFrame`, for the result of a call in the current frame, if it is a promise. */
export function noteResult(result: unknown): void {
  const frame = get();
  if (frame !== undefined && result instanceof Promise && !frames.has(result)) noteFrame(result, frame);
}

function scopeOfRejection(promise: object): Scope | undefined {
  const scope = scopeOf(promise);
  const frame = frames.get(promise) ?? scope?.frame;
  if (scope !== undefined) return { ...scope, frame };
  return frame === undefined ? undefined : { frame, asyncId: NO_ID, triggerId: NO_ID, resource: {} };
}
