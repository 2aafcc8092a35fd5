// `stream.addAbortSignal`: destroys a stream with AbortError when a signal aborts.
import { AbortError, ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { addAbortListener } from "internal:core/events/abort_listener";
import { eos } from "internal:node/streams/end_of_stream";
import type { AbortSignal } from "web:abort";
import { isNodeStream, isWebStream, kControllerErrorFunction, type Candidate } from "internal:node/streams/kinds";

/** Destroys `stream` (of Node or of the web) when `signal` aborts. Returns the stream. Throws ERR_INVALID_ARG_TYPE for other values. */
export function addAbortSignal<T extends NonNullable<Candidate>>(signal: AbortSignal, stream: T): T {
  if (typeof signal !== "object" || !("aborted" in signal))
    throw new ERR_INVALID_ARG_TYPE("signal", "AbortSignal", signal);
  if (!isNodeStream(stream) && !isWebStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE("stream", ["ReadableStream", "WritableStream", "Stream"], stream);
  }
  return attachAbortSignal(signal, stream);
}

/** The same for checked arguments. */
export function attachAbortSignal<T extends NonNullable<Candidate>>(signal: AbortSignal, stream: T): T {
  const onAbort = (): void => {
    const error = new AbortError(undefined, { cause: signal.reason });
    if (isNodeStream(stream)) stream.destroy(error);
    else stream[kControllerErrorFunction](error);
  };
  if (signal.aborted) {
    onAbort();
  } else {
    const registration = addAbortListener(signal, onAbort);
    eos(stream, registration[Symbol.dispose]);
  }
  return stream;
}
