// The context in which an unhandled promise rejected. The engine reports the rejection after the jobs of the task, so the context is
// known only for promises whose frame was recorded before: the results of `then`, `Promise.reject`, `AsyncLocalStorage.run` and
// `AsyncResource.runInAsyncScope`.
import { pinned } from "internal:core/bootstrap";
import { type Frame, get, type Scope, setRejectionScopes, whenTaskEnds } from "internal:core/async/context";
import { PromiseStatus, promiseState } from "native:engine";

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

/** The latest results of `noteResult`, which are not in `frames` yet, and their frames alternately. */
const recent: (object | Frame)[] = [];
let recentLength = 0;
/** An even number. */
const RECENT_LENGTH_MAX = 64;

/**
 * As `noteFrame`, for the result of a call in the current frame, if it is a promise. Most results fulfil soon and need no entry, which
 * would cost more than the call.
 */
export function noteResult(result: unknown): void {
  const frame = get();
  if (frame === undefined || !(result instanceof Promise)) return;
  if (recentLength === 0) whenTaskEnds(noteRecent);
  else if (recentLength === RECENT_LENGTH_MAX) noteRecent();
  recent[recentLength] = result;
  recent[recentLength + 1] = frame;
  recentLength += 2;
  setRejectionScopes(scopeOfRejection);
}

/** Records the frames of the recent results that may still reject, or have. The first frame of a promise counts. */
function noteRecent(): void {
  for (let index = 0; index < recentLength; index += 2) {
    const promise = recent[index] as object;
    if (promiseState(promise) !== PromiseStatus.FULFILLED && !frames.has(promise))
      frames.set(promise, recent[index + 1] as Frame);
    recent[index] = recent[index + 1] = undefined;
  }
  recentLength = 0;
}

function scopeOfRejection(promise: object): Scope | undefined {
  noteRecent();
  const scope = scopeOf(promise);
  const frame = frames.get(promise) ?? scope?.frame;
  if (scope !== undefined) return { ...scope, frame };
  return frame === undefined ? undefined : { frame, asyncId: NO_ID, triggerId: NO_ID, resource: {} };
}
