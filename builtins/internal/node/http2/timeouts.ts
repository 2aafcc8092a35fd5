// `setTimeout` of sessions and streams: "timeout" is emitted when nothing has moved for a while.
import { validateFunction } from "internal:core/validators";
import { timerDuration } from "internal:node/http/timer_duration";
import { clearTimeout, setUnrefTimeout } from "internal:core/timers";
import { kHandle, kSession, kState, kTimeout, kUpdateTimer } from "internal:node/http2/symbols";

/** Emits "timeout" after `msecs` without traffic; 0 switches that off. `callback` is added to the event. Returns `this`. */
export function setTimeout(this: any, msecs: any, callback?: any): any {
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

/** The time is over for `target`, a session or stream of `session`. A write that makes progress is traffic. */
export function onTimeout(target: any, session: any): void {
  if (target.destroyed) return;
  const handle = session[kHandle];
  if (target[kState].writeQueueSize > 0 && handle !== undefined && handle.chunksNoted !== handle.chunksSent) {
    handle.chunksNoted = handle.chunksSent;
    target[kUpdateTimer]();
    return;
  }
  target.emit("timeout");
}

/** Ends the time-out of something that is over. */
export function stopTimeout(target: any): void {
  if (target[kTimeout] !== null) clearTimeout(target[kTimeout]);
  target.timeout = 0;
  target.removeAllListeners("timeout");
}
