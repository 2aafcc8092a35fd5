// The threads in which transformers of Jest's configurations run: one for each worker of the run, as Jest loads them in each worker.
import { TransformerState } from "internal:test_runner/dialects/protocol";
import type { TransformerChannel } from "internal:test_runner/dialects/transformer_thread";
import { stderr } from "internal:test_runner/command/output";
import defer * as errorTexts from "internal:test_runner/dialects/error_text";
import defer * as workerErrors from "internal:web/worker/errors";
import type { Thread, ThreadOptions } from "internal:web/worker/thread";
import defer * as threads from "internal:web/worker/thread";
import defer * as encoding from "web:encoding";
import * as messaging from "native:messaging";

const STATE_BYTES = 8;

/** The thread of a worker, and the ends of its channels to the realms of files. */
interface Transformer {
  thread: Thread;
  ports: Set<number>;
  /** Shared with the thread, so that its end is known before it is reported. */
  state: Int32Array;
}

export class TransformerThreads {
  readonly #bySlot: (Transformer | undefined)[] = [];

  /**
   * Opens a channel to the thread of a slot; `options` are those of a new one. Returns the port for the realm of a file, which
   * closes it.
   */
  open(
    slot: number,
    configuration: Pick<TransformerChannel, "transforms" | "root" | "recordsTo">,
    options: ThreadOptions,
  ): number {
    const known = this.#bySlot[slot];
    const isOpen = known !== undefined && known.state[TransformerState.EXITING] === 0;
    const { thread, ports, state } = isOpen ? known : (this.#bySlot[slot] = this.#start(slot, options));
    const { first, second } = messaging.createChannel();
    ports.add(first);
    const transformers: TransformerChannel = { port: second, state, ...configuration };
    thread.post({ transformers }, []);
    return first;
  }

  /** Ends a channel whose realm may have ended without closing it. */
  close(slot: number, port: number): void {
    if (port === 0) return;
    messaging.close(port);
    const transformer = this.#bySlot[slot];
    if (
      transformer === undefined ||
      !transformer.ports.delete(port) ||
      transformer.state[TransformerState.WORKING] === 0
    )
      return;
    // The file was ended while it waited: the transformer may never return.
    this.#bySlot[slot] = undefined;
    transformer.thread.terminate();
  }

  #start(slot: number, options: ThreadOptions): Transformer {
    const ports = new Set<number>();
    const decoder = new encoding.TextDecoder();
    const thread = new threads.Thread(
      {
        threadMessage() {},
        threadOnline() {},
        // The standard output is for the reports.
        threadOutput: (_descriptor, bytes) => stderr.write(decoder.decode(bytes, { stream: true })),
        threadFailed: (error) => void stderr.write(`brio test: a transformer failed: ${messageOf(error)}\n`),
        threadOutOfMemory: () =>
          void stderr.write("brio test: a transformer used more memory than its thread may have\n"),
        threadEnded: () => {
          if (this.#bySlot[slot]?.thread === thread) this.#bySlot[slot] = undefined;
          // A realm that waits for a response must not wait for ever.
          for (const port of ports) messaging.close(port);
        },
      },
      options,
      null,
      [],
    );
    return { thread, ports, state: new Int32Array(new SharedArrayBuffer(STATE_BYTES)) };
  }

  /** Ends the threads. */
  end(): void {
    for (const transformer of this.#bySlot.splice(0)) transformer?.thread.terminate();
  }
}

function messageOf(error: Uint8Array): string {
  return errorTexts.errorText(workerErrors.deserializeError(error)).message;
}
