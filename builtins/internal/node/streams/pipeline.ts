// `stream.pipeline`: connects stages, destroys all of them when one fails, and calls the callback once.
// A stage is a stream of Node or of the web, an iterable (the first), or a function over an async iterable.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import {
  AbortError,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_RETURN_VALUE,
  ERR_MISSING_ARGS,
  ERR_STREAM_DESTROYED,
  ERR_STREAM_UNABLE_TO_PIPE,
} from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { validateAbortSignal } from "internal:core/validators";
import { addAbortListener, type Registration } from "internal:core/events/abort_listener";
import { destroyer as destroyStream } from "internal:node/streams/destroy";
import { Duplex } from "internal:node/streams/duplex";
import { eos } from "internal:node/streams/end_of_stream";
import {
  isIterable,
  isNodeStream,
  isReadable,
  isReadableNodeStream,
  isReadableStream,
  isTransformStream,
  isWebStream,
  type NodeStream,
} from "internal:node/streams/kinds";
import { PassThrough } from "internal:node/streams/transform";
import type { AbortSignal } from "web:abort";
import defer * as aborting from "web:abort";
import defer * as pumps from "internal:node/streams/pipeline_pumps";

type ResultCallback = (error: any, value: unknown) => void;

/** A stage, or what a stage returned: its kind is checked before its members are used. */
export type Stage = any;

export interface PipelineOptions {
  signal?: AbortSignal | undefined;
  end?: boolean | undefined;
}

const SOURCES = ["Readable", "Iterable", "AsyncIterable", "ReadableStream", "TransformStream"];

/** Runs a pipeline over `streams`, an array or an array of one array. */
export function runPipeline(streams: Stage[], callback: ResultCallback, options?: PipelineOptions): Stage {
  const stages = streams.length === 1 && safe.isArray(streams[0]) ? streams[0] : streams;
  if (stages.length < 2) throw new ERR_MISSING_ARGS("streams");
  const outerSignal = options?.signal;
  validateAbortSignal(outerSignal, "options.signal");
  return new Pipeline(stages, callback, outerSignal, options?.end !== false).start();
}

class Pipeline {
  #stages: Stage[];
  #callback: ResultCallback;
  #outerSignal: AbortSignal | undefined;
  #endsLast: boolean;
  // For the functions among the stages: aborts when the pipeline is over.
  #controller = new aborting.AbortController();
  #abortRegistration: Registration | null = null;
  #destroys: ((error: unknown) => void)[] = [];
  // Removes the listeners of a last stage that stays in use.
  #lastStageCleanups: (() => void)[] = [];
  #pending = 0;
  #error: any = undefined;
  #value: unknown = undefined;

  constructor(stages: Stage[], callback: ResultCallback, outerSignal: AbortSignal | undefined, endsLast: boolean) {
    this.#stages = stages;
    this.#callback = callback;
    this.#outerSignal = outerSignal;
    this.#endsLast = endsLast;
  }

  start(): Stage {
    const outerSignal = this.#outerSignal;
    if (outerSignal) this.#abortRegistration = addAbortListener(outerSignal, this.#abort);
    let source: Stage;
    for (let index = 0; index < this.#stages.length; index++) {
      const stage = this.#stages[index];
      if (isNodeStream(stage)) this.#watch(stage, index);
      source = index === 0 ? this.#first(stage) : this.#connect(source, stage, index);
    }
    if (this.#controller.signal.aborted || outerSignal?.aborted) nextTick(this.#abort);
    return source;
  }

  #isLast(index: number): boolean {
    return index === this.#stages.length - 1;
  }

  #ends(index: number): boolean {
    return !this.#isLast(index) || this.#endsLast;
  }

  #watch(stream: NodeStream, index: number): void {
    const next = this.#isLast(index) ? null : this.#stages[index + 1];
    if (next !== null && (next?.closed || next?.destroyed)) throw new ERR_STREAM_UNABLE_TO_PIPE();
    const staysInUse = this.#isLast(index) && isReadable(stream);
    if (this.#ends(index)) {
      const cleanUp = this.#destroyOnFailure(stream, !this.#isLast(index), index > 0);
      if (staysInUse) lists.push(this.#lastStageCleanups, cleanUp);
    }
    const onError = (error: any): void => {
      if (error && error.name !== "AbortError" && error.code !== "ERR_STREAM_PREMATURE_CLOSE") this.#fail(error);
    };
    stream.on("error", onError);
    if (staysInUse) lists.push(this.#lastStageCleanups, () => stream.removeListener("error", onError));
  }

  // Destroys the stream when the pipeline fails, unless the stream is over. Returns a function that removes the listeners.
  #destroyOnFailure(stream: NodeStream, reading: boolean, writing: boolean): () => void {
    let isOver = false;
    stream.on("close", () => {
      isOver = true;
    });
    const cleanUp = eos(stream, { readable: reading, writable: writing }, (error: unknown) => {
      isOver = !error;
    });
    lists.push(this.#destroys, (error) => {
      if (isOver) return;
      isOver = true;
      destroyStream(stream, error || new ERR_STREAM_DESTROYED("pipe"));
    });
    return cleanUp;
  }

  #first(stage: Stage): Stage {
    if (typeof stage === "function") {
      const source = stage({ signal: this.#controller.signal });
      if (!isIterable(source))
        throw new ERR_INVALID_RETURN_VALUE("Iterable, AsyncIterable or Stream", "source", source);
      return source;
    }
    const isSource = isIterable(stage) || isReadableNodeStream(stage) || isTransformStream(stage);
    return isSource ? stage : Duplex.from(stage);
  }

  #connect(source: Stage, stage: Stage, index: number): Stage {
    if (typeof stage === "function") return this.#call(source, stage, index);
    if (isNodeStream(stage)) this.#feedNode(source, stage, index);
    else if (isWebStream(stage)) this.#feedWeb(source, stage, index);
    else return Duplex.from(stage);
    return stage;
  }

  #call(source: Stage, stage: Stage, index: number): Stage {
    const input = pumps.toIterable(isTransformStream(source) ? source?.readable : source);
    const result = stage(input, { signal: this.#controller.signal });
    if (this.#isLast(index)) return this.#collect(result, index);
    if (!isIterable(result, true))
      throw new ERR_INVALID_RETURN_VALUE("AsyncIterable", `transform[${index - 1}]`, result);
    return result;
  }

  // The last stage is a function: pipeline() returns a stream with its result.
  #collect(result: Stage, index: number): NodeStream {
    const output = new PassThrough({ objectMode: true });
    const end = this.#ends(index);
    // Read once: it may be a getter.
    const then = result?.then;
    if (typeof then === "function") {
      this.#pending++;
      then.call(
        result,
        (value: unknown) => {
          this.#value = value;
          if (value != null) output.write(value);
          if (end) output.end();
          nextTick(this.#finish);
        },
        (error: unknown) => {
          output.destroy(error);
          nextTick(this.#finish, error);
        },
      );
    } else if (isIterable(result, true)) {
      this.#pending++;
      void pumps.pumpToNode(result, output, this.#finish, end);
    } else if (isReadableStream(result) || isTransformStream(result)) {
      this.#pending++;
      void pumps.pumpToNode((result as Stage).readable || result, output, this.#finish, end);
    } else {
      throw new ERR_INVALID_RETURN_VALUE("AsyncIterable or Promise", "destination", result);
    }
    lists.push(this.#lastStageCleanups, this.#destroyOnFailure(output, false, true));
    return output;
  }

  #feedNode(source: Stage, stage: Stage, index: number): void {
    const end = this.#ends(index);
    if (isReadableNodeStream(source)) {
      this.#pending += 2;
      const cleanUp = pumps.pipeStreams(source, stage, this.#finish, this.#fail, end);
      if (isReadable(stage) && this.#isLast(index)) lists.push(this.#lastStageCleanups, cleanUp);
      return;
    }
    const isWebSource = isTransformStream(source) || isReadableStream(source);
    if (!isWebSource && !isIterable(source)) throw new ERR_INVALID_ARG_TYPE("val", SOURCES, source);
    this.#pending++;
    void pumps.pumpToNode(isWebSource ? (source as Stage).readable || source : source, stage, this.#finish, end);
  }

  #feedWeb(source: Stage, stage: Stage, index: number): void {
    let input: AsyncIterable<unknown> | Iterable<unknown>;
    if (isReadableNodeStream(source)) input = pumps.toIterable(source);
    else if (isReadableStream(source) || isIterable(source)) input = source;
    else if (isTransformStream(source)) input = source.readable as unknown as AsyncIterable<unknown>;
    else throw new ERR_INVALID_ARG_TYPE("val", SOURCES, source);
    this.#pending++;
    void pumps.pumpToWeb(input, stage, this.#finish, this.#ends(index));
  }

  #abort = (): void => {
    this.#settle(new AbortError(undefined, { cause: this.#outerSignal?.reason }), false);
  };

  #finish = (error?: unknown): void => {
    this.#settle(error, --this.#pending === 0);
  };

  #fail = (error: unknown): void => {
    this.#settle(error, false);
  };

  #settle(error: unknown, isFinal: boolean): void {
    // The first real error has priority over the errors that follow from destroying the stages.
    const known = this.#error;
    if (error && (!known || known.code === "ERR_STREAM_PREMATURE_CLOSE" || known.name === "AbortError"))
      this.#error = error;
    if (!this.#error && !isFinal) return;
    for (let destroy = lists.shift(this.#destroys); destroy !== undefined; destroy = lists.shift(this.#destroys))
      destroy(this.#error);
    this.#abortRegistration?.[Symbol.dispose]();
    this.#controller.abort();
    if (!isFinal) return;
    if (!this.#error) for (const cleanUp of this.#lastStageCleanups) cleanUp();
    nextTick(this.#callback, this.#error, this.#value);
  }
}
