// `setTimeout` of sessions and streams: "timeout" is emitted after a time without traffic.
import { validateFunction } from "internal:core/validators";
import { timerDuration } from "internal:node/http/timer_duration";
import type { EventEmitter, Listener } from "internal:core/events/emitter";
import type { Http2Session } from "internal:node/http2/session";
import { clearTimeout, setUnrefTimeout, type Timeout } from "internal:core/timers";
import { kHandle, kSession, kState, kTimeout, kUpdateTimer } from "internal:node/http2/symbols";

/** A session or stream with a time-out. */
interface TimedObject extends EventEmitter {
  [kTimeout]: Timeout | null | undefined;
  [kState]: { writeQueueSize: number };
  /** Of a stream. */
  [kSession]?: Http2Session | undefined;
  [kUpdateTimer](): void;
  timeout?: unknown;
  readonly destroyed: boolean;
  _onTimeout(): void;
}

/** Emits "timeout" after `msecs` without traffic; 0 switches that off. `callback` is added to the event. Returns `this`. */
export function setTimeout<T extends TimedObject>(this: T, msecs: unknown, callback?: Listener): T {
  if (this.destroyed) return this;
  this.timeout = msecs;
  const duration = timerDuration(msecs, "msecs");
  clearTimeout(this[kTimeout]);
  if (duration === 0) {
    if (callback !== undefined) {
      validateFunction(callback, "callback");
      this.removeListener("timeout", callback);
    }
    return this;
  }
  this[kTimeout] = setUnrefTimeout(() => this._onTimeout(), duration);
  this[kSession]?.[kUpdateTimer]();
  if (callback !== undefined) {
    validateFunction(callback, "callback");
    this.once("timeout", callback);
  }
  return this;
}

/** The time-out of `target`, a session or stream of `session`, has passed. A write that makes progress is traffic. */
export function onTimeout(target: TimedObject, session: Http2Session): void {
  if (target.destroyed) return;
  const handle = session[kHandle];
  if (target[kState].writeQueueSize > 0 && handle !== undefined && handle.chunksNoted !== handle.chunksSent) {
    handle.chunksNoted = handle.chunksSent;
    target[kUpdateTimer]();
    return;
  }
  target.emit("timeout");
}

/** Ends the time-out of a closed session or stream. */
export function stopTimeout(target: TimedObject): void {
  if (target[kTimeout] !== null) clearTimeout(target[kTimeout]);
  target.timeout = 0;
  target.removeAllListeners("timeout");
}
