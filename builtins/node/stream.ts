// node:stream: the class Stream with everything else of the module hung onto it. Each part is in `internal:streams/*`.
// https://nodejs.org/api/stream.html
import { addAbortSignal } from "internal:streams/add_abort_signal";
import { compose } from "internal:streams/compose";
import { destroyer } from "internal:streams/destroy";
import { Duplex } from "internal:streams/duplex";
import { duplexPair } from "internal:streams/duplex_pair";
import { eos } from "internal:streams/end_of_stream";
import { getDefaultHighWaterMark, setDefaultHighWaterMark } from "internal:streams/high_water_mark";
import { isDestroyed, isDisturbed, isErrored, isReadable, isWritable } from "internal:streams/kinds";
import { Stream } from "internal:streams/legacy";
import { Readable } from "internal:streams/readable";
import { PassThrough, Transform } from "internal:streams/transform";
import { Writable } from "internal:streams/writable";
import { isArrayBufferView, isUint8Array } from "internal:util/types";
import { validateFunction } from "internal:validators";
import { Buffer } from "node:buffer";
import defer * as pipelines from "internal:streams/pipeline";
import defer * as promises from "node:stream/promises";

/** `stream.pipeline(...stages, callback)`. Returns the last stage. */
function pipeline(...streams: any[]): any {
  const callback = streams.pop();
  validateFunction(callback, "streams[stream.length - 1]");
  let called = false;
  return pipelines.runPipeline(streams, (error, value) => {
    if (called) return;
    called = true;
    callback(error, value);
  });
}

Object.assign(Stream, {
  isDestroyed,
  isDisturbed,
  isErrored,
  isReadable,
  isWritable,
  Readable,
  Writable,
  Duplex,
  Transform,
  PassThrough,
  duplexPair,
  pipeline,
  addAbortSignal,
  finished: eos,
  destroy: destroyer,
  compose,
  setDefaultHighWaterMark,
  getDefaultHighWaterMark,
});
Object.defineProperty(Stream, "promises", { get: () => promises.default, enumerable: true, configurable: true });
Object.assign(Stream, {
  Stream,
  _isArrayBufferView: isArrayBufferView,
  _isUint8Array: isUint8Array,
  _uint8ArrayToBuffer: (chunk: ArrayBufferView) =>
    Buffer.from(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength),
});

const customPromisify = Symbol.for("nodejs.util.promisify.custom");
Object.defineProperty(pipeline, customPromisify, { get: () => promises.default.pipeline, enumerable: true });
Object.defineProperty(eos, customPromisify, { get: () => promises.default.finished, enumerable: true });

export { Duplex, PassThrough, Readable, Stream, Transform, Writable, eos as finished, pipeline };
export default Stream;
