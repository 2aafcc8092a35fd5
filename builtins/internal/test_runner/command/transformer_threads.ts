// The threads in which transformers of Jest's configurations run: one for each worker of the run, as Jest loads them in each worker.
import type { TransformerChannel } from "internal:test_runner/dialects/transformer_thread";
import { stderr } from "internal:test_runner/command/output";
import { errorText } from "internal:test_runner/dialects/error_text";
import { deserializeError } from "internal:web/worker/errors";
import { Thread, type ThreadOptions } from "internal:web/worker/thread";
import { TextDecoder } from "web:encoding";
import * as messaging from "native:messaging";

/** The thread of a worker, and the ends of its channels to the realms of files. */
interface Transformer {
  thread: Thread;
  ports: Set<number>;
  /** Not 0 when the thread ends, which is known here before its end is reported. */
  exiting: Int32Array;
}

export class TransformerThreads {
  readonly #bySlot: (Transformer | undefined)[] = [];

  /**
   * Opens a channel to the thread of a slot; `options` are those of a new one. Returns the port for the realm of a file, which
   * closes it.
   */
  open(slot: number, configuration: Pick<TransformerChannel, "transforms" | "root">, options: ThreadOptions): number {
    const known = this.#bySlot[slot];
    const isOpen = known !== undefined && known.exiting[0] === 0;
    const { thread, ports, exiting } = isOpen ? known : (this.#bySlot[slot] = this.#start(slot, options));
    const { first, second } = messaging.createChannel();
    ports.add(first);
    const transformers: TransformerChannel = { port: second, exiting, ...configuration };
    thread.post({ transformers }, []);
    return first;
  }

  /** Ends a channel whose realm may have ended without closing it. */
  close(slot: number, port: number): void {
    if (port === 0) return;
    this.#bySlot[slot]?.ports.delete(port);
    messaging.close(port);
  }

  #start(slot: number, options: ThreadOptions): Transformer {
    const ports = new Set<number>();
    const decoder = new TextDecoder();
    const thread = new Thread(
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
    return { thread, ports, exiting: new Int32Array(new SharedArrayBuffer(4)) };
  }

  /** Ends the threads. */
  end(): void {
    for (const transformer of this.#bySlot.splice(0)) transformer?.thread.terminate();
  }
}

function messageOf(error: Uint8Array): string {
  return errorText(deserializeError(error)).message;
}
