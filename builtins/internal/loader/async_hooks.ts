// `module.register()` as the program's thread sees it: the hooks run in a thread of their own (`internal:loader/hooks_thread`),
// which answers questions over a port. `import()` waits for an answer like for any promise; `require`, `import.meta.resolve()`
// and `register()` itself block until it is there. https://nodejs.org/api/module.html#asynchronous-customization-hooks
import {
  type AsyncHooks,
  asyncHooks,
  type HookedLoad,
  type HookedResolution,
  setAsyncHooks,
} from "internal:loader/hook_state";
import { forgetPort, onPortMessage, postTo, takeMessage } from "internal:web/messaging";
import { haltThread } from "internal:core/process/state";
import { home } from "internal:core/program";
import { launch } from "internal:core/launch";
import { deserializeError } from "internal:web/worker/errors";
import { ownThread } from "internal:web/worker/events";
import { type WorkerStart } from "internal:core/worker_state";
import { ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED, ERR_WORKER_NOT_RUNNING } from "internal:core/errors";
import { deserialize, type Serialized, serialize } from "web:structured_clone";
import { services } from "internal:core/bootstrap";
import defer * as uncaught from "internal:core/uncaught";
import { flush } from "native:stdio";
import { isStopping } from "native:realm";
import * as messaging from "native:messaging";
import * as threads from "native:worker";

/** A question to the thread. */
export interface Question {
  id: number;
  method: "resolve" | "load" | "register";
  arguments: unknown[];
}

/** What the thread says: the answer to a question, or that it ends. */
export interface Answer {
  id?: number;
  value?: unknown;
  /** A serialized error. */
  error?: Uint8Array;
  /** The thread has nothing left to do, and the question is still open. */
  isUnsettled?: boolean;
  exitCode?: number;
}

interface Waiting {
  resolve(value: any): void;
  reject(error: unknown): void;
}

const STACK_BYTES = 4 * 1024 * 1024;
const WAIT_MS = 100;
/** `messaging.wait`: the channel ended. */
const PORT_ENDED = 2;

class HooksThread implements AsyncHooks {
  #port: number;
  #lastId = 0;
  #answers = new Map<number, Answer>();
  #waiting = new Map<number, Waiting>();
  #hasEnded = false;

  constructor(loaders: string[]) {
    const { first, second } = messaging.createChannel();
    this.#port = first;
    messaging.own(first);
    onPortMessage(first, { receiveMessage: (message) => this.#receive(message), portClosed: () => this.#end() });
    messaging.start(first);
    const thread = threads.start(JSON.stringify(startOf(second, loaders)), STACK_BYTES, 0, true);
    ownThread(thread, {
      threadOnline() {},
      threadOutput() {},
      threadOutOfMemory() {},
      threadFailed: (error) => uncaught.handle(deserializeError(error)),
      threadEnded: () => this.#end(),
    });
    threads.unref(thread);
  }

  resolveSync(specifier: string, parentURL: string | undefined, attributes: Record<string, string>): HookedResolution {
    return this.#askNow("resolve", [specifier, parentURL, attributes]) as HookedResolution;
  }
  loadSync(url: string, format: string | undefined, attributes: Record<string, string>): HookedLoad {
    return this.#askNow("load", [url, format, attributes]) as HookedLoad;
  }
  resolve(
    specifier: string,
    parentURL: string | undefined,
    attributes: Record<string, string>,
  ): Promise<HookedResolution> {
    return this.#ask("resolve", [specifier, parentURL, attributes]) as Promise<HookedResolution>;
  }
  load(url: string, format: string | undefined, attributes: Record<string, string>): Promise<HookedLoad> {
    return this.#ask("load", [url, format, attributes]) as Promise<HookedLoad>;
  }
  register(specifier: string, parentURL: string, data: unknown, transferList: readonly object[]): void {
    this.#askNow("register", [specifier, parentURL, data], transferList);
  }

  #send(method: Question["method"], values: unknown[], transferList: readonly object[]): number {
    if (this.#hasEnded) throw new ERR_WORKER_NOT_RUNNING();
    const id = ++this.#lastId;
    postTo(this.#port, serialize({ id, method, arguments: values } satisfies Question, transferList));
    return id;
  }

  #ask(method: Question["method"], values: unknown[]): Promise<unknown> {
    const id = this.#send(method, values, []);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (this.#waiting.size === 0) messaging.ref(this.#port);
    this.#waiting.set(id, { resolve, reject });
    return promise;
  }

  /** Blocks until the answer is there. Throws what the hook threw, and ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED. */
  #askNow(method: Question["method"], values: unknown[], transferList: readonly object[] = []): unknown {
    const id = this.#send(method, values, transferList);
    // What this thread printed stands before what the hooks print.
    flush();
    for (;;) {
      const answer = this.#answers.get(id);
      if (answer !== undefined) {
        this.#answers.delete(id);
        if (answer.isUnsettled === true) throw new ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED();
        if (answer.error !== undefined) throw deserializeError(answer.error);
        return answer.value;
      }
      const message = takeMessage(this.#port);
      if (message !== null) {
        this.#receive(message);
        continue;
      }
      const outcome = messaging.wait(this.#port, WAIT_MS);
      if (outcome === PORT_ENDED) {
        this.#end();
        throw new ERR_WORKER_NOT_RUNNING();
      }
      if (isStopping()) haltThread();
    }
  }

  #receive({ bytes, transferred }: Serialized): void {
    const answer: Answer = deserialize(bytes, transferred);
    if (answer.exitCode !== undefined) return services().process.exit(answer.exitCode);
    // An error that no question led to is the program's end.
    if (answer.id === undefined) return uncaught.handle(deserializeError(answer.error!));
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) {
      this.#answers.set(answer.id, answer);
      return;
    }
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) messaging.unref(this.#port);
    // Whoever waits for a hook that never answers goes on waiting, but keeps nothing alive.
    if (answer.isUnsettled === true) return;
    if (answer.error !== undefined) waiting.reject(deserializeError(answer.error));
    else waiting.resolve(answer.value);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    forgetPort(this.#port);
    messaging.unref(this.#port);
    for (const { reject } of this.#waiting.values()) reject(new ERR_WORKER_NOT_RUNNING());
    this.#waiting.clear();
  }
}

function startOf(port: number, loaders: string[]): WorkerStart {
  const { execArguments, options, require } = launch();
  return {
    home: home(),
    isWeb: false,
    entryKind: "hooks",
    entry: JSON.stringify(loaders),
    inputType: null,
    arguments: [],
    execArguments,
    options,
    require,
    import: [],
    name: "",
    environment: null,
    sharedEnvironment: 0,
    resourceLimits: {},
    port,
    hasData: false,
    stdinPort: 0,
    isTrackingInternal: false,
    closesDescriptors: false,
  };
}

/** The hooks, with their thread started; `loaders` are the modules of `--experimental-loader`. */
export function startHooks(loaders: string[] = []): AsyncHooks {
  const known = asyncHooks();
  if (known !== null) return known;
  const hooks = new HooksThread(loaders);
  setAsyncHooks(hooks);
  return hooks;
}
