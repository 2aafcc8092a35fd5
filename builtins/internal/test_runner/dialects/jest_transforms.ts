// Transformers of a configuration of Jest, from a test file's realm: each file whose path a pattern matches is replaced by what its
// transformer returns. They run in a thread of their own (`internal:test_runner/dialects/transformer_thread`), which outlives the
// realm. https://jestjs.io/docs/code-transformation
import { withoutWait } from "internal:test_runner/dialects/limits";
import type { JestTransforms } from "internal:test_runner/dialects/protocol";
import { haltThread } from "internal:core/process/state";
import { postTo, takeMessage } from "internal:web/messaging";
import { deserializeError } from "internal:web/worker/errors";
import { deserialize, serialize } from "web:structured_clone";
import { isStopping } from "native:realm";
import { flush } from "native:stdio";
import * as messaging from "native:messaging";
import { WaitResult } from "native:messaging";

/** What a hook returns for a file that was transformed. */
export interface TransformedModule {
  url: string;
  format: "commonjs" | "module";
  shortCircuit: true;
  source: string;
}

/** A file for the thread of the transformers. */
export interface TransformRequest {
  /** The number of the transformer. */
  index: number;
  path: string;
  /** `require` cannot wait, in Jest neither. */
  isRequired: boolean;
}

/** What the thread returns: the new source, or the serialized error of the transformer. */
export type TransformReply = { source: string } | { error: Uint8Array };

const CODE_OF_MODULE = /^\s*(?:import[\s{*"']|export[\s{*])/m;
const WAIT_MS = 100;
/** A transformer may bundle a file and check its types. */
const TRANSFORM_MS = 120_000;

export class Transforms {
  readonly #given: JestTransforms;
  readonly #port: number;
  readonly #patterns: RegExp[];
  readonly #ignored: RegExp[];

  /** `port` leads to the thread of the transformers. */
  constructor(given: JestTransforms, port: number) {
    this.#given = given;
    this.#port = port;
    this.#patterns = given.list.map(({ pattern }) => new RegExp(pattern));
    this.#ignored = given.ignored.map((pattern) => new RegExp(pattern));
    messaging.own(port);
  }

  /** The transformed module; null: no transformer is for that file. Throws what the transformer throws. */
  module(url: string, path: string | null, isRequired: boolean): TransformedModule | null {
    const index = path === null ? -1 : this.#indexFor(path);
    if (path === null || index === -1) return null;
    const source = withoutWait(TRANSFORM_MS, () => this.#request({ index, path, isRequired }));
    return { url, format: CODE_OF_MODULE.test(source) ? "module" : "commonjs", shortCircuit: true, source };
  }

  /** Whether a transformer is for a file. */
  changes(path: string | null): boolean {
    return path !== null && this.#indexFor(path) !== -1;
  }

  /** The number of the transformer for a file; -1 without one. */
  #indexFor(path: string): number {
    const index = this.#patterns.findIndex((pattern) => pattern.test(path));
    if (index === -1 || this.#given.list[index]!.file === null) return -1;
    return this.#ignored.some((pattern) => pattern.test(path)) ? -1 : index;
  }

  /** Ends the channel. */
  end(): void {
    messaging.close(this.#port);
  }

  /** Blocks until the thread has transformed the file. */
  #request(request: TransformRequest): string {
    postTo(this.#port, serialize(request));
    // The output of this thread precedes that of the transformer.
    flush();
    for (;;) {
      const message = takeMessage(this.#port);
      if (message !== null) {
        const reply = deserialize(message.bytes, message.transferred) as TransformReply;
        if ("error" in reply) throw deserializeError(reply.error);
        return reply.source;
      }
      if (messaging.wait(this.#port, WAIT_MS) === WaitResult.CLOSED)
        throw new Error(`The transformer ended its thread while it transformed ${JSON.stringify(request.path)}.`);
      if (isStopping()) haltThread();
    }
  }
}
