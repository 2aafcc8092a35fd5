// The program's side of its debuggers: it starts the thread that serves them, runs the commands that the engine has no
// counterpart of, and waits for debuggers at its start and end.
import { inspection, isLoaded, safe, services } from "internal:core/bootstrap";
import { type Launch, launch } from "internal:core/launch";
import { home } from "internal:core/program";
import { onEvent } from "internal:core/loop";
import { onEnd } from "internal:core/process/state";
import { fileUrl } from "internal:core/file_url";
import type { WorkerStart } from "internal:core/worker_state";
import { forgetPort, onPortMessage, postTo, takeMessage } from "internal:web/messaging";
import { randomUUID } from "internal:web/crypto/random_uuid";
import { ownThread } from "internal:web/worker/events";
import { deserialize, type Serialized, serialize } from "web:structured_clone";
import type { FromServer, ServerStart, ToServer } from "internal:node/inspector/channel";
import { Commands, exceptionOf } from "internal:node/inspector/commands";
import { hookName } from "internal:node/inspector/channel";
import defer * as commandLine from "internal:node/inspector/command_line_require";
import defer * as consoleCalls from "internal:node/inspector/console_calls";
import { dispatchArrived, InspectorLoopEvent, offer } from "native:inspector";
import * as messaging from "native:messaging";
import { WaitResult } from "native:messaging";
import { execPath, pid } from "native:process";
import { flush, writeError } from "native:stdio";
import * as threads from "native:worker";

const STACK_BYTES = 4 * 1024 * 1024;
const WAIT_MS = 100;
export const DEFAULT_PORT = 9229;
export const DEFAULT_HOST = "127.0.0.1";

/** What libuv calls the errors of listening. */
const REASONS: Record<string, string> = {
  EADDRINUSE: "address already in use",
  EADDRNOTAVAIL: "address not available",
  EACCES: "permission denied",
};

/** How the program is offered to debuggers. */
export interface Offer {
  host: string;
  port: number;
  pausesAtStart: boolean;
  /** `--inspect-publish-uid`: where the address is published. */
  publishes: string[];
}

class Server {
  readonly url: string;
  /** The port that debuggers connect to. */
  readonly port: number;
  readonly #port: number;
  readonly #thread: number;
  readonly #commands = new Map<number, Commands>();
  #isWaiting = false;
  #isReleased = false;
  /** Whether the program has waited for a debugger before. */
  #hasWaited = false;
  #hasEnded = false;
  sessions = 0;
  /** The global property with what the serving thread calls. */
  #hook = Symbol();

  constructor({ host, port, pausesAtStart, publishes }: Offer) {
    const thread = threads.threadId();
    offer(thread);
    onEvent(InspectorLoopEvent.ARRIVED, () => dispatchArrived());
    const { first, second } = messaging.createChannel();
    this.#port = first;
    messaging.own(first);
    onPortMessage(first, { receiveMessage: (message) => this.#receive(message), portClosed: () => this.#end() });
    messaging.start(first);
    const id = randomUUID();
    const start: ServerStart = {
      host,
      port,
      id,
      thread,
      title: `${execPath()}[${pid()}]`,
      mainUrl: launch().file === null ? null : fileUrl(launch().path),
      pausesAtStart,
      publishes: publishes.includes("http"),
    };
    this.#thread = threads.start(JSON.stringify(startOf(second, start)), STACK_BYTES, 0, true);
    ownThread(this.#thread, {
      threadOnline() {},
      threadOutput() {},
      threadOutOfMemory() {},
      threadFailed: () => this.#end(),
      threadEnded: () => this.#end(),
    });
    threads.unref(this.#thread);
    const answer = this.#next((message) => message.kind === "listening" || message.kind === "failed");
    if (answer?.kind !== "listening") {
      this.close();
      const reason = answer?.kind === "failed" ? answer : { code: "", message: "the thread has ended" };
      throw new Error(reason.message, { cause: reason.code });
    }
    this.port = answer.port;
    const shown = answer.host.includes(":") ? `[${answer.host}]` : answer.host;
    inspection.compiled = (address) => this.#compiled(address);
    inspection.uncaught = (error) => this.#uncaught(error);
    this.url = `ws://${shown}:${answer.port}/${id}`;
    consoleCalls.keep();
    this.#hook = Symbol.for(hookName(id));
    safe.defineProperty(globalThis, this.#hook, { value: this.#hookFunctions(), configurable: true });
  }

  /** What the serving thread calls through the engine, which evaluates also while the program is paused. */
  #hookFunctions(): object {
    return {
      run: () => {
        for (let message = takeMessage(this.#port); message !== null; message = takeMessage(this.#port))
          this.#receive(message);
      },
      addRequire: commandLine.addRequire,
      removeRequire: commandLine.removeRequire,
    };
  }

  /** Tells the debuggers of an exception that ends the program. */
  #uncaught(error: unknown): void {
    for (const [session, commands] of this.#commands) {
      const exceptionDetails = exceptionOf(commands, error).exceptionDetails;
      const parameters = { timestamp: Date.now(), exceptionDetails };
      this.#send({ kind: "event", session, method: "Runtime.exceptionThrown", parameters });
    }
  }

  /** Lets the debuggers set their breakpoints in a module. */
  #compiled(url: string): void {
    if (this.sessions === 0 || this.#hasEnded) return;
    this.#send({ kind: "compiled", url });
    this.#next((message) => message.kind === "placed");
    dispatchArrived();
  }

  #send(message: ToServer): void {
    if (!this.#hasEnded) postTo(this.#port, serialize(message, []));
  }

  /** Handles messages until one is `wanted`, which is returned; null when the thread has ended. */
  #next(wanted: (message: FromServer) => boolean): FromServer | null {
    flush();
    while (!this.#hasEnded) {
      const message = takeMessage(this.#port);
      if (message !== null) {
        const received: FromServer = deserialize(message.bytes, message.transferred);
        this.#handle(received);
        if (wanted(received)) return received;
        continue;
      }
      if (messaging.wait(this.#port, WAIT_MS) === WaitResult.CLOSED) break;
    }
    this.#end();
    return null;
  }

  #receive({ bytes, transferred }: Serialized): void {
    this.#handle(deserialize(bytes, transferred));
  }

  #handle(message: FromServer): void {
    switch (message.kind) {
      case "command":
        return this.#run(message.id, message.session, message.method, message.parameters);
      case "released":
        // One that comes before the first wait counts: the flags begin to serve before they wait.
        if (this.#isWaiting || !this.#hasWaited) this.#isReleased = true;
        return;
      case "arrived":
        return dispatchArrived();
      case "sessions":
        this.sessions = message.count;
        this.#commands.get(message.ended)?.close();
        this.#commands.delete(message.ended);
        return;
    }
  }

  #run(id: number, session: number, method: string, parameters: Record<string, unknown>): void {
    let commands = this.#commands.get(session);
    if (commands === undefined) {
      commands = new Commands((name, details) =>
        this.#send({ kind: "event", session, method: name, parameters: details }),
      );
      this.#commands.set(session, commands);
    }
    const fail = (error: unknown): void => {
      const { code, message } = errorOf(error);
      this.#send({ kind: "reply", id, error: { code, message } });
    };
    try {
      if (method === "Runtime.enable") {
        const notify = (details: object): void =>
          this.#send({ kind: "event", session, method: "Runtime.consoleAPICalled", parameters: details });
        consoleCalls.watch(commands, commands, notify);
        consoleCalls.replay(commands, notify);
        return this.#send({ kind: "reply", id, result: {} });
      }
      const result = commands.run(method, parameters);
      if (!(result instanceof Promise)) this.#send({ kind: "reply", id, result });
      else result.then((value) => this.#send({ kind: "reply", id, result: value }), fail);
    } catch (error) {
      fail(error);
    }
  }

  /** Blocks until a debugger lets the program start. */
  waitForDebugger(): void {
    const isReleased = this.#isReleased;
    this.#isReleased = false;
    this.#hasWaited = true;
    if (isReleased) return;
    this.#isWaiting = true;
    this.#send({ kind: "waiting", isWaiting: true });
    this.#next((message) => message.kind === "released");
    this.#isWaiting = this.#isReleased = false;
    this.#send({ kind: "waiting", isWaiting: false });
    dispatchArrived();
  }

  /** Tells the debuggers that the program has ended, and waits until they have left. */
  waitForDisconnect(): void {
    if (this.#isWaiting || this.sessions === 0) return;
    this.#send({ kind: "ended" });
    writeError("Waiting for the debugger to disconnect...\n");
    this.#next((message) => message.kind === "sessions" && message.count === 0);
  }

  close(): void {
    if (this.#hasEnded) return;
    this.#end();
    threads.terminate(this.#thread);
  }

  #end(): void {
    delete (globalThis as Record<symbol, unknown>)[this.#hook];
    consoleCalls.stopKeeping();
    inspection.compiled = inspection.uncaught = null;
    this.#hasEnded = true;
    forgetPort(this.#port);
  }
}

function errorOf(error: unknown): { code: number; message: string } {
  const { message } = error as Error;
  const found = /^Inspector error (-\d+): ([^]*)$/.exec(message);
  return found === null ? { code: -32000, message } : { code: Number(found[1]), message: found[2]! };
}

function startOf(port: number, start: ServerStart): WorkerStart {
  return {
    restricts: false,
    home: "bun",
    isWeb: false,
    entryKind: "inspector",
    entry: JSON.stringify(start),
    inputType: null,
    arguments: [],
    execArguments: [],
    options: [],
    require: [],
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

let server: Server | null = null;

/** Begins to serve debuggers. Throws an Error whose `cause` is the system's code. */
export function open(offered: Offer): void {
  server = new Server(offered);
  if (isLoaded("internal:node/process")) services().process.debugPort = server.port;
  onEnd(() => server?.waitForDisconnect());
  if (offered.publishes.includes("stderr")) writeError(`Debugger listening on ${server.url}\n${advice()}\n`);
}

/** What to do with the address, in the words of the program's home. */
function advice(): string {
  return home() === "deno"
    ? "Visit chrome://inspect to connect to the debugger."
    : "For help, see: https://nodejs.org/learn/getting-started/debugging";
}

/** Where the flags publish the address (`--inspect-publish-uid`). */
export function publishes({ options }: Launch = launch()): string[] {
  return (options.findLast(([name]) => name === "--inspect-publish-uid")?.[1] ?? "stderr,http").split(",");
}

/** `open`, but a failure is reported on standard error. */
export function tryOpen(offered: Offer): boolean {
  try {
    open(offered);
    return true;
  } catch (error) {
    const reason = REASONS[String((error as Error).cause)] ?? (error as Error).message;
    writeError(`Starting inspector on ${offered.host}:${offered.port} failed: ${reason}\n`);
    return false;
  }
}

/** The address for debuggers; undefined while none can connect. */
export function url(): string | undefined {
  return server?.url;
}

/** The port that debuggers connect to; undefined while none can. */
export function port(): number | undefined {
  return server?.port;
}

/** Ends serving debuggers. */
export function close(): void {
  if (server === null) return;
  writeError(`Debugger ending on ${server.url}\nFor help, see: https://nodejs.org/learn/getting-started/debugging\n`);
  server.close();
  server = null;
}

/** Blocks until a debugger lets the program continue. Returns false when none can connect. */
export function waitForDebugger(): boolean {
  server?.waitForDebugger();
  return server !== null;
}
