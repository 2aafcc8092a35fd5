// In which context a promise rejects that nobody handles. The engine tells of it when the jobs of the task ran dry, so it is known
// for those promises only whose context was noted before: what `then`, `Promise.reject`, `AsyncLocalStorage.run` and its kin gave.
import { type Frame, get, type Scope, setRejectionScopes } from "internal:core/async/context";

const NO_ID = 0;

const frames = new WeakMap<object, Frame>();
let scopeOf: (promise: object) => Scope | undefined = () => undefined;

/** Sets who knows the resources that are promises. */
export function setPromiseScopes(find: typeof scopeOf): void {
  scopeOf = find;
  setRejectionScopes(scopeOfRejection);
}

/** Notes that `promise` rejects, if it does, in `frame`. */
export function noteFrame(promise: object, frame: Frame): void {
  frames.set(promise, frame);
  setRejectionScopes(scopeOfRejection);
}

/** The same for `result`, which a call in the current frame gave, if it is a promise. */
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
