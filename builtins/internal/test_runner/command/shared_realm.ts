// One thread for several files, one after the other: those of `--no-isolate`, and those that leave the realm as it was. When it
// ends, the next file has a new one.
import { SHARED_BYTES } from "internal:test_runner/dialects/protocol";
import type { Thread, ThreadListener, ThreadOptions } from "internal:web/worker/thread";
import defer * as threads from "internal:web/worker/thread";

/** A thread for a file, and the memory that it shares with the run. */
export interface RealmThread {
  thread: Thread;
  memory: SharedArrayBuffer;
  /** Whether the file is its first one: the thread has no memory yet. */
  isNew: boolean;
}

/** A thread that outlives a file. */
export class SharedRealm {
  #thread: Thread | undefined;
  #memory: SharedArrayBuffer | undefined;
  #listener: ThreadListener | undefined;
  #key = "";

  /** The thread for a file. `key`: files with another one need another realm. */
  threadFor(key: string, listener: ThreadListener, options: ThreadOptions): RealmThread {
    if (this.#thread !== undefined && this.#key !== key) this.end();
    this.#key = key;
    this.#listener = listener;
    const isNew = this.#thread === undefined;
    if (isNew) this.#memory = new SharedArrayBuffer(SHARED_BYTES);
    return { thread: (this.#thread ??= this.#start(options)), memory: this.#memory!, isNew };
  }

  #start(options: ThreadOptions): Thread {
    const thread: Thread = new threads.Thread(
      {
        waitsForEnd: true,
        threadMessage: (message) => this.#of(thread)?.threadMessage(message),
        threadOutput: (descriptor, bytes) => this.#of(thread)?.threadOutput(descriptor, bytes),
        threadFailed: (error) => this.#of(thread)?.threadFailed(error),
        threadOutOfMemory: () => this.#of(thread)?.threadOutOfMemory(),
        threadOnline() {},
        threadEnded: (code) => {
          const listener = this.#of(thread);
          if (this.#thread === thread) this.#thread = this.#listener = undefined;
          listener?.threadEnded(code);
        },
      },
      options,
      null,
      [],
    );
    return thread;
  }

  #of(thread: Thread): ThreadListener | undefined {
    return this.#thread === thread ? this.#listener : undefined;
  }

  /** The file has ended; the thread stays. */
  release(): void {
    this.#listener = undefined;
  }

  /** Ends the thread. */
  end(): void {
    const thread = this.#thread;
    this.#thread = this.#listener = undefined;
    thread?.terminate();
  }
}
