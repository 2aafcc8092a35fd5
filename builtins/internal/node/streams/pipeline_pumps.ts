// How one stage of a pipeline feeds the next: stream to stream by pipe(), anything iterable to a stream by hand.
// Each pump calls `finish(error?)` when it is done; `pipeStreams` twice, once per side.
import { ERR_INVALID_ARG_TYPE, ERR_STREAM_PREMATURE_CLOSE, aggregateTwoErrors } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { eos } from "internal:node/streams/end_of_stream";
import { isIterable, isReadableFinished, isReadableNodeStream, isTransformStream } from "internal:node/streams/kinds";
import { Readable } from "internal:node/streams/readable";

export type Finish = (error?: any) => void;

/** `value` itself when it can be iterated, or an iterator over an old stream. */
export function toIterable(value: any): any {
  if (isIterable(value)) return value;
  if (isReadableNodeStream(value)) return iterateReadable(value);
  throw new ERR_INVALID_ARG_TYPE("val", ["Readable", "Iterable", "AsyncIterable"], value);
}

async function* iterateReadable(stream: any): AsyncGenerator<any> {
  yield* Readable.prototype[Symbol.asyncIterator].call(stream);
}

/** Pipes `source` to `destination`. Returns the clean-up of the listeners on the destination. */
export function pipeStreams(source: any, destination: any, finish: Finish, fail: Finish, end: boolean): () => void {
  let ended = false;
  destination.on("close", () => {
    if (!ended) fail(new ERR_STREAM_PREMATURE_CLOSE());
  });
  // Ended here, not by pipe(): so that it is known whether the destination closed too early.
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
  eos(source, { readable: true, writable: false }, (error: any) => {
    const state = source._readableState;
    const onlyEndIsMissing =
      error?.code === "ERR_STREAM_PREMATURE_CLOSE" && state?.ended && !state.errored && !state.errorEmitted;
    // Some streams close before they have emitted "end", which still comes.
    if (onlyEndIsMissing) source.once("end", finish).once("error", finish);
    else finish(error);
  });
  return eos(destination, { readable: false, writable: true }, finish);
}

/** Writes the values of `iterable` to a stream of Node. */
export async function pumpToNode(iterable: any, writable: any, finish: Finish, end: boolean): Promise<void> {
  let error: any;
  let wake: (() => void) | null = null;
  const onProgress = (failure?: any): void => {
    if (failure) error = failure;
    const waiting = wake;
    wake = null;
    waiting?.();
  };
  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
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
export async function pumpToWeb(iterable: any, target: any, finish: Finish, end: boolean): Promise<void> {
  const writer = (isTransformStream(target) ? target.writable : target).getWriter();
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
