// `stream.compose`: several stages as one Duplex. Writes go to the first stage, reads come from the last.
import { AbortError, ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } from "internal:core/errors";
import { destroyer } from "internal:node/streams/destroy";
import { Duplex } from "internal:node/streams/duplex";
import { eos } from "internal:node/streams/end_of_stream";
import {
  isNodeStream,
  isReadable,
  isReadableStream,
  isTransformStream,
  isWebStream,
  isWritable,
  isWritableStream,
  type Callback,
  type Candidate,
  type NodeStream,
  type WebStream,
} from "internal:node/streams/kinds";
import type { Stage } from "internal:node/streams/pipeline";
import type { ReadableStream, WritableStream } from "web:streams";
import defer * as pipelines from "internal:node/streams/pipeline";

/** Composes `streams` (streams, functions, iterables). A single one is converted by `Duplex.from`. */
export function compose(...streams: any[]): Duplex {
  if (streams.length === 0) throw new ERR_MISSING_ARGS("streams");
  if (streams.length === 1) return Duplex.from(streams[0]);
  const stages = streams.slice();
  const last = stages.length - 1;
  if (typeof stages[0] === "function") stages[0] = Duplex.from(stages[0]);
  if (typeof stages[last] === "function") stages[last] = Duplex.from(stages[last]);
  for (let index = 0; index < stages.length; index++) {
    const stage = stages[index];
    if (!isNodeStream(stage) && !isWebStream(stage)) continue;
    if (index < last && !canRead(stage))
      throw new ERR_INVALID_ARG_VALUE(`streams[${index}]`, streams[index], "must be readable");
    if (index > 0 && !canWrite(stage))
      throw new ERR_INVALID_ARG_VALUE(`streams[${index}]`, streams[index], "must be writable");
  }
  return new Composition(stages).duplex;
}

function canRead(stage: Candidate): boolean {
  return Boolean(isReadable(stage) || isReadableStream(stage) || isTransformStream(stage));
}

function canWrite(stage: Candidate): boolean {
  return Boolean(isWritable(stage) || isWritableStream(stage) || isTransformStream(stage));
}

class Composition {
  duplex: Duplex;
  #onDrain: Callback | null = null;
  #onFinish: Callback | null = null;
  // null once the stages are over; undefined while no callback waits for it.
  #onClose: Callback | null | undefined = undefined;

  constructor(stages: Stage[]) {
    const head = stages[0];
    let writable = false;
    let readable = false;
    const tail = pipelines.runPipeline(stages, (error) => {
      const callback = this.#onClose;
      this.#onClose = null;
      if (callback) callback(error);
      else if (error) this.duplex.destroy(error);
      else if (!readable && !writable) this.duplex.destroy();
    });
    writable = canWrite(head);
    readable = canRead(tail);
    this.duplex = new Duplex({
      writableObjectMode: !!head?.writableObjectMode,
      readableObjectMode: !!tail?.readableObjectMode,
      writable,
      readable,
    });
    if (writable) {
      if (isNodeStream(head)) this.#writeToNode(head);
      else if (isWebStream(head)) this.#writeToWeb(head);
      eos(isTransformStream(tail) ? tail.readable : tail, () => this.#call("finish"));
    }
    if (readable) {
      if (isNodeStream(tail)) this.#readFromNode(tail);
      else if (isWebStream(tail)) this.#readFromWeb(tail);
    }
    this.duplex._destroy = (error: unknown, callback: Callback): void => {
      if (!error && this.#onClose !== null) error = new AbortError();
      this.#onDrain = null;
      this.#onFinish = null;
      if (isNodeStream(tail)) destroyer(tail, error);
      if (this.#onClose === null) callback(error);
      else this.#onClose = callback;
    };
  }

  #call(which: "drain" | "finish"): void {
    const callback = which === "drain" ? this.#onDrain : this.#onFinish;
    if (which === "drain") this.#onDrain = null;
    else this.#onFinish = null;
    callback?.();
  }

  #writeToNode(head: NodeStream): void {
    this.duplex._write = (chunk: unknown, encoding: string, callback: Callback): void => {
      if (head.write(chunk, encoding)) callback();
      else this.#onDrain = callback;
    };
    this.duplex._final = (callback: Callback): void => {
      head.end();
      this.#onFinish = callback;
    };
    head.on("drain", () => this.#call("drain"));
  }

  #writeToWeb(head: WebStream): void {
    const writer = (isTransformStream(head) ? head.writable : (head as WritableStream)).getWriter();
    this.duplex._write = async (chunk: unknown, _encoding: string, callback: Callback): Promise<void> => {
      try {
        await writer.ready;
        writer.write(chunk).catch(() => {});
        callback();
      } catch (error) {
        callback(error);
      }
    };
    this.duplex._final = async (callback: Callback): Promise<void> => {
      try {
        await writer.ready;
        writer.close().catch(() => {});
        this.#onFinish = callback;
      } catch (error) {
        callback(error);
      }
    };
  }

  #readFromNode(tail: NodeStream): void {
    const { duplex } = this;
    duplex._read = () => tail.resume();
    tail.on("data", (chunk: unknown) => {
      if (!duplex.push(chunk)) tail.pause();
    });
    tail.on("end", () => duplex.push(null));
  }

  #readFromWeb(tail: WebStream): void {
    const { duplex } = this;
    const reader = (isTransformStream(tail) ? tail.readable : (tail as ReadableStream)).getReader();
    duplex._read = async (): Promise<void> => {
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (!duplex.push(done ? null : value) || done) return;
        }
      } catch {
        // The pipeline reports the error.
      }
    };
  }
}
