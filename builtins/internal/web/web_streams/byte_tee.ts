// ReadableByteStreamTee (https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamtee): two byte streams that
// both produce all bytes; a BYOB read of either branch is forwarded to the source.
import { upon } from "internal:web/web_streams/promises";
import {
  ByteController,
  closeByte,
  createByteStream,
  enqueueOwned,
  errorByte,
  pullInto,
} from "internal:web/web_streams/byte_controller";
import { respond, respondWithNewView } from "internal:web/web_streams/pull_into";
import {
  acquireDefaultReader,
  cancelReadable,
  type ReaderState,
  ReaderState as Reader,
  read,
  type ReadableState,
  releaseReader,
} from "internal:web/web_streams/readable";
import { Deferred } from "internal:web/web_streams/writable";

const resolved = Promise.resolve();
const promiseThen = Promise.prototype.then;

/** Two byte streams over one. */
export function teeBytes(stream: ReadableState): [ReadableState, ReadableState] {
  const tee = new ByteTee(stream);
  return [tee.branch1.stream, tee.branch2.stream];
}

/** The unfilled part of the first pending pull-into of `controller`, or null. */
function requestedView(controller: ByteController): Uint8Array | null {
  const first = controller.pendingPullIntos[0];
  if (first === undefined) return null;
  return new Uint8Array(first.buffer, first.byteOffset + first.bytesFilled, first.byteLength - first.bytesFilled);
}

function cloneBytes(chunk: ArrayBufferView): Uint8Array {
  return new Uint8Array(chunk.buffer.slice(chunk.byteOffset, chunk.byteOffset + chunk.byteLength) as ArrayBuffer);
}

class ByteTee {
  #stream: ReadableState;
  #reader: ReaderState;
  #reading = false;
  #readAgain1 = false;
  #readAgain2 = false;
  #canceled1 = false;
  #canceled2 = false;
  #reason1: unknown = undefined;
  #reason2: unknown = undefined;
  #cancel = new Deferred();
  branch1: ByteController;
  branch2: ByteController;

  constructor(stream: ReadableState) {
    this.#stream = stream;
    this.#reader = acquireDefaultReader(stream);
    this.branch1 = createByteStream({
      self: this,
      pull: () => this.#pull(1),
      cancel: (reason: unknown) => this.#cancelBranch(1, reason),
    });
    this.branch2 = createByteStream({
      self: this,
      pull: () => this.#pull(2),
      cancel: (reason: unknown) => this.#cancelBranch(2, reason),
    });
    this.#forwardError(this.#reader);
  }

  #forwardError(reader: ReaderState): void {
    upon(reader.closed.get(), undefined, (reason) => {
      if (reader !== this.#reader) return;
      errorByte(this.branch1, reason);
      errorByte(this.branch2, reason);
      if (!this.#canceled1 || !this.#canceled2) this.#cancel.resolve();
    });
  }

  #pull(branch: 1 | 2): Promise<void> {
    if (this.#reading) {
      if (branch === 1) this.#readAgain1 = true;
      else this.#readAgain2 = true;
      return resolved;
    }
    this.#reading = true;
    const view = requestedView(branch === 1 ? this.branch1 : this.branch2);
    if (view === null) this.#pullWithDefaultReader();
    else this.#pullWithByobReader(view, branch === 2);
    return resolved;
  }

  #useReader(byob: boolean): void {
    if (this.#reader.byob === byob) return;
    releaseReader(this.#reader);
    this.#reader = byob ? new Reader(this.#stream, true) : acquireDefaultReader(this.#stream);
    this.#forwardError(this.#reader);
  }

  #pullWithDefaultReader(): void {
    this.#useReader(false);
    read(this.#reader, {
      chunkSteps: (chunk: Uint8Array) => {
        promiseThen.call(resolved, () => this.#deliverDefault(chunk));
      },
      closeSteps: () => {
        this.#reading = false;
        if (!this.#canceled1) closeByte(this.branch1);
        if (!this.#canceled2) closeByte(this.branch2);
        if (this.branch1.pendingPullIntos.length > 0) respond(this.branch1, 0);
        if (this.branch2.pendingPullIntos.length > 0) respond(this.branch2, 0);
        if (!this.#canceled1 || !this.#canceled2) this.#cancel.resolve();
      },
      errorSteps: () => {
        this.#reading = false;
      },
    });
  }

  #deliverDefault(chunk: Uint8Array): void {
    this.#readAgain1 = false;
    this.#readAgain2 = false;
    let second = chunk;
    if (!this.#canceled1 && !this.#canceled2) {
      const copy = this.#tryClone(chunk);
      if (copy === null) return;
      second = copy;
    }
    if (!this.#canceled1) enqueueOwned(this.branch1, chunk);
    if (!this.#canceled2) enqueueOwned(this.branch2, second);
    this.#finishRead();
  }

  #tryClone(chunk: ArrayBufferView): Uint8Array | null {
    try {
      return cloneBytes(chunk);
    } catch (error) {
      errorByte(this.branch1, error);
      errorByte(this.branch2, error);
      this.#cancel.resolve(cancelReadable(this.#stream, error));
      return null;
    }
  }

  #finishRead(): void {
    this.#reading = false;
    if (this.#readAgain1) this.#pull(1);
    else if (this.#readAgain2) this.#pull(2);
  }

  #pullWithByobReader(view: Uint8Array, forBranch2: boolean): void {
    this.#useReader(true);
    const byobBranch = forBranch2 ? this.branch2 : this.branch1;
    const otherBranch = forBranch2 ? this.branch1 : this.branch2;
    const stream = this.#stream;
    const request = {
      chunkSteps: (chunk: ArrayBufferView) => {
        promiseThen.call(resolved, () => this.#deliverByob(chunk, byobBranch, otherBranch, forBranch2));
      },
      closeSteps: (chunk: ArrayBufferView | undefined) => {
        this.#reading = false;
        const byobCanceled = forBranch2 ? this.#canceled2 : this.#canceled1;
        const otherCanceled = forBranch2 ? this.#canceled1 : this.#canceled2;
        if (!byobCanceled) closeByte(byobBranch);
        if (!otherCanceled) closeByte(otherBranch);
        if (chunk !== undefined) {
          if (!byobCanceled) respondWithNewView(byobBranch, chunk);
          if (!otherCanceled && otherBranch.pendingPullIntos.length > 0) respond(otherBranch, 0);
        }
        if (!byobCanceled || !otherCanceled) this.#cancel.resolve();
      },
      errorSteps: () => {
        this.#reading = false;
      },
    };
    stream.disturbed = true;
    if (stream.state === "errored") request.errorSteps();
    else pullInto(stream.controller as ByteController, view, 1, request);
  }

  #deliverByob(
    chunk: ArrayBufferView,
    byobBranch: ByteController,
    otherBranch: ByteController,
    forBranch2: boolean,
  ): void {
    this.#readAgain1 = false;
    this.#readAgain2 = false;
    const byobCanceled = forBranch2 ? this.#canceled2 : this.#canceled1;
    const otherCanceled = forBranch2 ? this.#canceled1 : this.#canceled2;
    if (!otherCanceled) {
      const copy = this.#tryClone(chunk);
      if (copy === null) return;
      if (!byobCanceled) respondWithNewView(byobBranch, chunk);
      enqueueOwned(otherBranch, copy);
    } else if (!byobCanceled) {
      respondWithNewView(byobBranch, chunk);
    }
    this.#finishRead();
  }

  #cancelBranch(branch: 1 | 2, reason: unknown): Promise<unknown> {
    if (branch === 1) {
      this.#canceled1 = true;
      this.#reason1 = reason;
    } else {
      this.#canceled2 = true;
      this.#reason2 = reason;
    }
    if (this.#canceled1 && this.#canceled2) {
      this.#cancel.resolve(cancelReadable(this.#stream, [this.#reason1, this.#reason2]));
    }
    return this.#cancel.promise;
  }
}
