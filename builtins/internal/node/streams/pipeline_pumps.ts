// Moves the data from one stage of a pipeline to the next: between streams with pipe(), from other iterables with write().
// Each pump calls `finish(error?)` when it is done; `pipeStreams` calls it twice, once per side.
import { ERR_INVALID_ARG_TYPE, ERR_STREAM_PREMATURE_CLOSE, aggregateTwoErrors } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { eos } from "internal:node/streams/end_of_stream";
import {
  isIterable,
  isReadableFinished,
  isReadableNodeStream,
  isTransformStream,
  type Candidate,
  type NodeStream,
  type WebStream,
} from "internal:node/streams/kinds";
import { Readable } from "internal:node/streams/readable";
import type { NodeError } from "internal:core/errors";
import type { Writable } from "internal:node/streams/writable";
import type { WritableStream } from "web:streams";

export type Finish = (error?: unknown) => void;
type AnyIterable = AsyncIterable<unknown> | Iterable<unknown>;

/** `value` itself when it is iterable, or an iterator over an old stream. */
export function toIterable(value: Candidate): AnyIterable {
  if (isIterable(value)) return value;
  if (isReadableNodeStream(value)) return iterateReadable(value);
  throw new ERR_INVALID_ARG_TYPE("val", ["Readable", "Iterable", "AsyncIterable"], value);
}

async function* iterateReadable(stream: NodeStream): AsyncGenerator<unknown> {
  yield* Readable.prototype[Symbol.asyncIterator].call(stream);
}

/** Pipes `source` to `destination`. Returns a function that removes the listeners from the destination. */
export function pipeStreams(
  source: NodeStream,
  destination: NodeStream,
  finish: Finish,
  fail: Finish,
  end: boolean,
): () => void {
  let ended = false;
  destination.on("close", () => {
    if (!ended) fail(new ERR_STREAM_PREMATURE_CLOSE());
  });
  // Ended here, not by pipe(), to detect a destination that closes too early.
  source.pipe(destination, { end: false });
  if (end) {
    const endDestination = (): void => {
      ended = true;
      destination.end();
    };
    if (isReadableFinished(source)) nextTick(endDestination);
    else source.once("end", endDestination);
  } else {
    finish();
  }
  eos(source, { readable: true, writable: false }, (error?: NodeError) => {
    const state = source._readableState;
    const onlyEndIsMissing =
      error?.code === "ERR_STREAM_PREMATURE_CLOSE" && state?.ended && !state.errored && !state.errorEmitted;
    // Some streams close first and emit "end" later.
    if (onlyEndIsMissing) source.once("end", finish).once("error", finish);
    else finish(error);
  });
  return eos(destination, { readable: false, writable: true }, finish);
}

/** Writes the values of `iterable` to a stream of Node. */
export async function pumpToNode(
  iterable: AnyIterable,
  writable: NodeStream | Writable,
  finish: Finish,
  end: boolean,
): Promise<void> {
  let error: unknown;
  let wake: (() => void) | null = null;
  const onProgress = (failure?: unknown): void => {
    if (failure) error = failure;
    const waiting = wake;
    wake = null;
    waiting?.();
  };
  const wait = (): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      if (error) reject(error);
      else wake = () => (error ? reject(error) : resolve());
    });
  writable.on("drain", onProgress);
  const cleanUp = eos(writable, { readable: false }, onProgress);
  try {
    if (writable.writableNeedDrain) await wait();
    for await (const chunk of iterable) if (!writable.write(chunk)) await wait();
    if (end) {
      writable.end();
      await wait();
    }
    finish();
  } catch (failure) {
    finish(error !== failure ? aggregateTwoErrors(error, failure) : failure);
  } finally {
    cleanUp();
    writable.off("drain", onProgress);
  }
}

/** Writes the values of `iterable` to a web stream. */
export async function pumpToWeb(iterable: AnyIterable, target: WebStream, finish: Finish, end: boolean): Promise<void> {
  const writer = (isTransformStream(target) ? target.writable : (target as WritableStream)).getWriter();
  try {
    for await (const chunk of iterable) {
      await writer.ready;
      writer.write(chunk).catch(() => {});
    }
    await writer.ready;
    if (end) await writer.close();
    finish();
  } catch (error) {
    try {
      await writer.abort(error);
      finish(error);
    } catch (abortError) {
      finish(abortError);
    }
  }
}
