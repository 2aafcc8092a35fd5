// The program's side of `module.register()`: the hooks run in their own thread (`internal:loader/hooks_thread`), which receives
// requests over a port. `import()` awaits the response; `require`, `import.meta.resolve()` and `register()` itself block
// until it arrives. https://nodejs.org/api/module.html#asynchronous-customization-hooks
import type { AsyncHooks, HookedLoad, HookedResolution } from "internal:loader/hook_types";
import { surround, surrounding } from "internal:loader/load_async";
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
import { WaitResult } from "native:messaging";
import * as threads from "native:worker";

/** A request to the thread. */
export interface HookRequest {
  id: number;
  method: "resolve" | "load" | "register";
  arguments: unknown[];
}

/** A message of the thread: the response to a request, or its exit. */
export interface HookResponse {
  id?: number;
  value?: unknown;
  /** A serialized error. */
  error?: Uint8Array;
  /** The loop of the thread has no more work, and the request is still in flight. */
  isUnsettled?: boolean;
  exitCode?: number;
}

interface Waiter {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const STACK_BYTES = 4 * 1024 * 1024;
const WAIT_MS = 100;

class HooksThread implements AsyncHooks {
  #port: number;
  /** The end of the channel that the thread receives; it closes it when it ends. */
  readonly #threadPort: number;
  readonly #thread: number;
  #lastId = 0;
  #responses = new Map<number, HookResponse>();
  #waiters = new Map<number, Waiter>();
  #hasEnded = false;

  constructor(loaders: string[]) {
    const { first, second } = messaging.createChannel();
    this.#port = first;
    this.#threadPort = second;
    messaging.own(first);
    onPortMessage(first, { receiveMessage: (message) => this.#receive(message), portClosed: () => this.#end() });
    messaging.start(first);
    // This thread waits for the new one, which may need the slot that it holds since its own start.
    threads.willBlock();
    this.#thread = threads.start(JSON.stringify(startOf(second, loaders)), STACK_BYTES, 0, true);
    ownThread(this.#thread, {
      threadOnline() {},
      threadOutput() {},
      threadOutOfMemory() {},
      threadFailed: (error) => uncaught.handle(deserializeError(error)),
      threadEnded: () => this.#end(),
    });
    threads.unref(this.#thread);
  }

  resolveSync(specifier: string, parentURL: string | undefined, attributes: Record<string, string>): HookedResolution {
    return this.#requestSync("resolve", [specifier, parentURL, attributes]) as HookedResolution;
  }
  loadSync(url: string, format: string | undefined, attributes: Record<string, string>): HookedLoad {
    return this.#requestSync("load", [url, format, attributes]) as HookedLoad;
  }
  resolve(
    specifier: string,
    parentURL: string | undefined,
    attributes: Record<string, string>,
  ): Promise<HookedResolution> {
    return this.#request("resolve", [specifier, parentURL, attributes]) as Promise<HookedResolution>;
  }
  load(url: string, format: string | undefined, attributes: Record<string, string>): Promise<HookedLoad> {
    return this.#request("load", [url, format, attributes]) as Promise<HookedLoad>;
  }
  register(specifier: string, parentURL: string, data: unknown, transferList: readonly object[]): void {
    this.#requestSync("register", [specifier, parentURL, data], transferList);
  }

  #send(method: HookRequest["method"], values: unknown[], transferList: readonly object[]): number {
    if (this.#hasEnded) throw new ERR_WORKER_NOT_RUNNING();
    const id = ++this.#lastId;
    postTo(this.#port, serialize({ id, method, arguments: values } satisfies HookRequest, transferList));
    return id;
  }

  #request(method: HookRequest["method"], values: unknown[]): Promise<unknown> {
    const id = this.#send(method, values, []);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (this.#waiters.size === 0) messaging.ref(this.#port);
    this.#waiters.set(id, { resolve, reject });
    return promise;
  }

  /** Blocks until the response arrives. Throws what the hook threw, and ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED. */
  #requestSync(method: HookRequest["method"], values: unknown[], transferList: readonly object[] = []): unknown {
    const id = this.#send(method, values, transferList);
    // The output of this thread precedes the output of the hooks.
    flush();
    for (;;) {
      const response = this.#responses.get(id);
      if (response !== undefined) {
        this.#responses.delete(id);
        if (response.isUnsettled === true) throw new ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED();
        if (response.error !== undefined) throw deserializeError(response.error);
        return response.value;
      }
      const message = takeMessage(this.#port);
      if (message !== null) {
        this.#receive(message);
        continue;
      }
      const outcome = messaging.wait(this.#port, WAIT_MS);
      if (outcome === WaitResult.CLOSED) {
        this.#end();
        throw new ERR_WORKER_NOT_RUNNING();
      }
      // A thread that cannot start does not take its end of the channel, so it is closed here.
      if (outcome === WaitResult.TIMED_OUT && threads.hasEnded(this.#thread)) messaging.close(this.#threadPort);
      if (isStopping()) haltThread();
    }
  }

  #receive({ bytes, transferred }: Serialized): void {
    const response: HookResponse = deserialize(bytes, transferred);
    if (response.exitCode !== undefined) return services().process.exit(response.exitCode);
    // An error without a request ends the program.
    if (response.id === undefined) return uncaught.handle(deserializeError(response.error!));
    const waiter = this.#waiters.get(response.id);
    if (waiter === undefined) {
      this.#responses.set(response.id, response);
      return;
    }
    this.#waiters.delete(response.id);
    if (this.#waiters.size === 0) messaging.unref(this.#port);
    // A request whose hook never settles stays pending, without keeping the process alive.
    if (response.isUnsettled === true) return;
    if (response.error !== undefined) waiter.reject(deserializeError(response.error));
    else waiter.resolve(response.value);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    forgetPort(this.#port);
    messaging.unref(this.#port);
    for (const { reject } of this.#waiters.values()) reject(new ERR_WORKER_NOT_RUNNING());
    this.#waiters.clear();
  }
}

function startOf(port: number, loaders: string[]): WorkerStart {
  const { execArguments, options, require, restricts } = launch();
  return {
    restricts: restricts === true,
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

/** Starts the thread and returns its hooks; `loaders` are the modules of `--experimental-loader`. */
export function startHooks(loaders: string[] = []): AsyncHooks {
  const known = surrounding();
  if (known !== null) return known;
  const hooks = new HooksThread(loaders);
  surround(hooks);
  return hooks;
}
