// `events.once` (a promise for the next event) and `events.on` (an async iterator over events, made in `internal:core/events/iterating`).
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import defer * as eitherKind from "internal:core/events/either_kind";
import defer * as iterating from "internal:core/events/iterating";
import { kResistStopPropagation } from "internal:core/events/symbols";
import type { kFirstEventParam } from "internal:core/events/symbols";
import type { AbortSignalLike } from "internal:core/events/abort_listener";
import type { EmitterOrTarget } from "internal:core/events/either_kind";
import type { EventName } from "internal:core/events/emitter";

const onceOptions = { __proto__: null, once: true, [kResistStopPropagation]: true } as { once: true };

/** Options of `on`. Some spellings are Node's older ones. */
export interface OnOptions {
  signal?: AbortSignalLike;
  close?: EventName[];
  highWaterMark?: number;
  highWatermark?: number;
  lowWaterMark?: number;
  lowWatermark?: number;
  [kFirstEventParam]?: boolean;
}

/**
 * Resolves with the array of arguments of the next `name` event of an emitter or event target.
 * Rejects with the emitter's "error", or with an AbortError when `options.signal` aborts first.
 */
export async function once(
  emitter: EmitterOrTarget,
  name: EventName,
  options: { signal?: AbortSignalLike } = {},
): Promise<any[]> {
  validators.validateObject(options as unknown, "options");
  const { signal } = options;
  validators.validateAbortSignal(signal, "options.signal");
  if (signal?.aborted) throw new errors.AbortError(undefined, { cause: signal.reason });
  return new Promise((resolve, reject) => {
    const onEvent = (...args: unknown[]): void => {
      if (typeof emitter.removeListener === "function") emitter.removeListener("error", onError);
      removeAbortListener();
      resolve(args);
    };
    const onError = (error: unknown): void => {
      emitter.removeListener!(name, onEvent);
      removeAbortListener();
      reject(error);
    };
    const onAbort = (): void => {
      eitherKind.removeListenerFrom(emitter, name, onEvent);
      eitherKind.removeListenerFrom(emitter, "error", onError);
      reject(new errors.AbortError(undefined, { cause: signal!.reason }));
    };
    const removeAbortListener = (): void => {
      if (signal != null) eitherKind.removeListenerFrom(signal as EmitterOrTarget, "abort", onAbort);
    };
    eitherKind.addListenerTo(emitter, name, onEvent, onceOptions);
    if (name !== "error" && typeof emitter.once === "function") emitter.once("error", onError);
    if (signal != null) eitherKind.addListenerTo(signal as EmitterOrTarget, "abort", onAbort, onceOptions);
  });
}

/**
 * Iterates over the arguments of every `event` of an emitter or event target.
 * Options: `signal`; `close`, names of events that end the iteration; `highWaterMark` and `lowWaterMark`, the counts of
 * queued events at which `emitter.pause()` and `emitter.resume()` are called.
 */
export function on(emitter: EmitterOrTarget, event: EventName, options: OnOptions = {}): AsyncIterableIterator<any[]> {
  validators.validateObject(options as unknown, "options");
  const { signal } = options;
  validators.validateAbortSignal(signal, "options.signal");
  if (signal?.aborted) throw new errors.AbortError(undefined, { cause: signal.reason });
  const high = options.highWaterMark ?? options.highWatermark ?? Number.MAX_SAFE_INTEGER;
  validators.validateInteger(high, "options.highWaterMark", 1);
  const low = options.lowWaterMark ?? options.lowWatermark ?? 1;
  validators.validateInteger(low, "options.lowWaterMark", 1);
  return new iterating.EventIterator(emitter, event, high, low, options) as unknown as AsyncIterableIterator<any[]>;
}
