// The classes of the streams standard (https://streams.spec.whatwg.org/). This file only re-exports; builtins use
// `internal:web/web_streams/*` for streams without public objects.
export { ReadableStream, isReadableStream } from "internal:web/web_streams/readable_class";
export { ReadableStreamBYOBReader, ReadableStreamDefaultReader } from "internal:web/web_streams/reader_classes";
export {
  ReadableByteStreamController,
  ReadableStreamBYOBRequest,
  ReadableStreamDefaultController,
} from "internal:web/web_streams/controller_classes";
export {
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
  isWritableStream,
} from "internal:web/web_streams/writable_classes";
export { TransformStream, TransformStreamDefaultController } from "internal:web/web_streams/transform_classes";
export { ByteLengthQueuingStrategy, CountQueuingStrategy } from "internal:web/web_streams/strategies";
