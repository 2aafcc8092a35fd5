// TransformStream and its controller (https://streams.spec.whatwg.org/#ts) over transform.ts, with Node's errors.
import {
  ERR_ILLEGAL_CONSTRUCTOR,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_THIS,
} from "internal:core/errors";
import { desiredSizeOfDefault } from "internal:web/web_streams/default_controller";
import { describeAs, exposeMembers } from "internal:web/web_streams/exposing";
import type { InspectOptions } from "internal:web/web_interface";
import { type ReadableStream, wrapReadable } from "internal:web/web_streams/readable_class";
import { extractHighWaterMark, readStrategy, sizeAlgorithm } from "internal:web/web_streams/strategies";
import {
  enqueueTransformed,
  errorTransform,
  terminateTransform,
  TransformState,
} from "internal:web/web_streams/transform";
import type { ReadableState } from "internal:web/web_streams/readable";
import type { WritableState } from "internal:web/web_streams/writable";
import { type WritableStream, wrapWritable } from "internal:web/web_streams/writable_classes";
import { kTransfer } from "internal:web/clone/protocol";
import defer * as transferring from "internal:web/web_streams/transfer";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const kCreate = Symbol("create");

/** The state of a TransformStream, or null for other values. */
export let transformStateOf: (value: unknown) => TransformState | null;

interface Transformer {
  cancel?: Function;
  flush?: Function;
  readableType?: unknown;
  start?: Function;
  transform?: Function;
  writableType?: unknown;
}

export class TransformStream {
  #state: TransformState;

  constructor(
    transformer: unknown = undefined,
    writableStrategy: unknown = undefined,
    readableStrategy: unknown = undefined,
  ) {
    if (transformer === kCreate) {
      this.#state = writableStrategy as TransformState;
      return;
    }
    if (
      transformer !== undefined &&
      (transformer === null || (typeof transformer !== "object" && typeof transformer !== "function"))
    ) {
      throw new ERR_INVALID_ARG_TYPE("transformer", "object", transformer);
    }
    const writableSide = readStrategy(writableStrategy, "writableStrategy");
    const readableSide = readStrategy(readableStrategy, "readableStrategy");
    const { cancel, flush, readableType, start, transform, writableType } = (transformer ?? {}) as Transformer;
    requireMethod(cancel, "transformer.cancel");
    requireMethod(flush, "transformer.flush");
    if (readableType !== undefined)
      throw new ERR_INVALID_ARG_VALUE.RangeError("transformer.readableType", readableType);
    requireMethod(start, "transformer.start");
    requireMethod(transform, "transformer.transform");
    if (writableType !== undefined)
      throw new ERR_INVALID_ARG_VALUE.RangeError("transformer.writableType", writableType);
    const readableMark = extractHighWaterMark(readableSide.highWaterMark, 0, "readableStrategy.highWaterMark");
    const writableMark = extractHighWaterMark(writableSide.highWaterMark, 1, "writableStrategy.highWaterMark");
    const state = (this.#state = new TransformState(
      { self: transformer, transform, flush, cancel },
      writableMark,
      sizeAlgorithm(writableSide.size),
      readableMark,
      sizeAlgorithm(readableSide.size),
    ));
    state.wrapper = this;
    state.argument = new TransformStreamDefaultController(kCreate, state);
    state.start(start === undefined ? undefined : Reflect.apply(start, transformer, [state.argument]));
  }

  static {
    transformStateOf = (value) =>
      typeof value === "object" && value !== null && #state in value ? value.#state : null;
  }

  get readable(): ReadableStream {
    if (!(#state in this)) throw new ERR_INVALID_THIS("TransformStream");
    return wrapReadable(this.#state.readable);
  }

  get writable(): WritableStream {
    if (!(#state in this)) throw new ERR_INVALID_THIS("TransformStream");
    return wrapWritable(this.#state.writable);
  }

  [kTransfer](): object {
    return transferring.transferTransform(this.#state.readable, this.#state.writable);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    const { backpressure } = this.#state;
    return describeAs(this, { readable: this.readable, writable: this.writable, backpressure }, depth, options);
  }
}
exposeMembers(TransformStream, "TransformStream", ["readable", "writable"]);

/** A TransformStream of two sides in another thread: it transforms nothing itself. */
export function joinSides(readable: ReadableState, writable: WritableState): TransformStream {
  return new TransformStream(kCreate, { readable, writable, backpressure: undefined });
}

function requireMethod(value: unknown, name: string): void {
  if (value !== undefined && typeof value !== "function") throw new ERR_INVALID_ARG_TYPE(name, "function", value);
}

export class TransformStreamDefaultController {
  #state: TransformState;

  constructor(key: unknown = undefined, state: TransformState | undefined = undefined) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#state = state!;
  }

  get desiredSize(): number | null {
    if (!(#state in this)) throw new ERR_INVALID_THIS("TransformStreamDefaultController");
    return desiredSizeOfDefault(this.#state.readableController);
  }

  enqueue(chunk: unknown = undefined): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new ERR_INVALID_THIS("TransformStreamDefaultController");
    enqueueTransformed(this.#state, chunk);
  }

  error(reason: unknown = undefined): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new ERR_INVALID_THIS("TransformStreamDefaultController");
    errorTransform(this.#state, reason);
  }

  terminate(): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new ERR_INVALID_THIS("TransformStreamDefaultController");
    terminateTransform(this.#state);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return describeAs(this, { stream: this.#state.wrapper }, depth, options);
  }
}
exposeMembers(TransformStreamDefaultController, "TransformStreamDefaultController", [
  "desiredSize",
  "enqueue",
  "error",
  "terminate",
]);

/** A TransformStream of builtins: the algorithms receive the chunk and the TransformState, for `enqueueTransformed`. */
export function createTransform(
  self: unknown,
  transform: Function | undefined,
  flush: Function | undefined,
  cancel: Function | undefined = undefined,
): TransformStream {
  const state = new TransformState({ self, transform, flush, cancel }, 1, undefined, 0, undefined);
  state.wrapper = new TransformStream(kCreate, state);
  state.start(undefined);
  return state.wrapper;
}
