// node:stream: the class Stream with the other members of the module as properties. The parts are in
// `internal:node/streams/*`.
// https://nodejs.org/api/stream.html
import { addAbortSignal } from "internal:node/streams/add_abort_signal";
import { compose } from "internal:node/streams/compose";
import { destroyer } from "internal:node/streams/destroy";
import { Duplex } from "internal:node/streams/duplex";
import { duplexPair } from "internal:node/streams/duplex_pair";
import { eos } from "internal:node/streams/end_of_stream";
import { getDefaultHighWaterMark, setDefaultHighWaterMark } from "internal:node/streams/high_water_mark";
import { isDestroyed, isDisturbed, isErrored, isReadable, isWritable } from "internal:node/streams/kinds";
import { Stream } from "internal:node/streams/legacy";
import { Readable } from "internal:node/streams/readable";
import { PassThrough, Transform } from "internal:node/streams/transform";
import { Writable } from "internal:node/streams/writable";
import { isArrayBufferView, isUint8Array } from "internal:core/util/types";
import { validateFunction } from "internal:core/validators";
import { Buffer } from "internal:node/buffer";
import type { Stage } from "internal:node/streams/pipeline";
import defer * as pipelines from "internal:node/streams/pipeline";
import defer * as promises from "internal:node/stream/promises";

/** `stream.pipeline(...stages, callback)`. Returns the last stage. */
function pipeline(...streams: Stage[]): Stage {
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
