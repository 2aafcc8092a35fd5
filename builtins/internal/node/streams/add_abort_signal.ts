// `stream.addAbortSignal`: destroys a stream with AbortError when a signal aborts.
import { AbortError, ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { addAbortListener } from "internal:core/events/abort_listener";
import { eos } from "internal:node/streams/end_of_stream";
import { isNodeStream, isWebStream, kControllerErrorFunction } from "internal:node/streams/kinds";

/** Ties `stream` (of Node or of the web) to `signal` and returns it. Throws ERR_INVALID_ARG_TYPE for anything else. */
export function addAbortSignal(signal: any, stream: any): any {
  if (typeof signal !== "object" || !("aborted" in signal))
    throw new ERR_INVALID_ARG_TYPE("signal", "AbortSignal", signal);
  if (!isNodeStream(stream) && !isWebStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE("stream", ["ReadableStream", "WritableStream", "Stream"], stream);
  }
  return attachAbortSignal(signal, stream);
}

/** The same for arguments that were checked. */
export function attachAbortSignal(signal: any, stream: any): any {
  const onAbort = (): void => {
    const error = new AbortError(undefined, { cause: signal.reason });
    if (isNodeStream(stream)) stream.destroy(error);
    else stream[kControllerErrorFunction](error);
  };
  if (signal.aborted) {
    onAbort();
  } else {
    const registration = addAbortListener(signal, onAbort);
    eos(stream, registration[(Symbol as any).dispose]);
  }
  return stream;
}
