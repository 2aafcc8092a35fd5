// node:stream/web: the classes of the Streams, Encoding and Compression standards, which are also globals.
// https://nodejs.org/api/webstreams.html
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateBoolean } from "internal:core/validators";
import { isReadableStream, type Candidate } from "internal:node/streams/kinds";
import * as streams from "web:streams";
import defer * as encoding from "web:encoding_streams";
import defer * as compression from "web:compression_streams";

/** Splits a ReadableStream in two, as `stream.tee()`. */
function ReadableStreamTee(stream: Candidate, cloneForBranch2 = false): streams.ReadableStream[] {
  if (!isReadableStream(stream)) throw new ERR_INVALID_ARG_TYPE("stream", "ReadableStream", stream);
  validateBoolean(cloneForBranch2, "cloneForBranch2");
  return streams.ReadableStream.prototype.tee.call(stream);
}

export default {
  ReadableStream: streams.ReadableStream,
  ReadableStreamTee,
  ReadableStreamDefaultReader: streams.ReadableStreamDefaultReader,
  ReadableStreamBYOBReader: streams.ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest: streams.ReadableStreamBYOBRequest,
  ReadableByteStreamController: streams.ReadableByteStreamController,
  ReadableStreamDefaultController: streams.ReadableStreamDefaultController,
  TransformStream: streams.TransformStream,
  TransformStreamDefaultController: streams.TransformStreamDefaultController,
  WritableStream: streams.WritableStream,
  WritableStreamDefaultWriter: streams.WritableStreamDefaultWriter,
  WritableStreamDefaultController: streams.WritableStreamDefaultController,
  ByteLengthQueuingStrategy: streams.ByteLengthQueuingStrategy,
  CountQueuingStrategy: streams.CountQueuingStrategy,
  // Evaluated on first use: most programs use only the streams.
  get TextEncoderStream() {
    return encoding.TextEncoderStream;
  },
  get TextDecoderStream() {
    return encoding.TextDecoderStream;
  },
  get CompressionStream() {
    return compression.CompressionStream;
  },
  get DecompressionStream() {
    return compression.DecompressionStream;
  },
};
