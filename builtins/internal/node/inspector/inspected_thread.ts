// The inspected side of a thread, as the thread that serves debuggers sees it: it runs the commands that the engine has no
// counterpart of, and waits for debuggers at its start and end. `inspected.ts` has that of the main thread, `inspected_worker.ts`
// that of workers.
import { inspection, isLoaded, safe } from "internal:core/bootstrap";
import { option } from "internal:core/launch";
import { onEvent } from "internal:core/loop";
import { forgetPort, onPortMessage, postTo, takeMessage } from "internal:web/messaging";
import { randomUUID } from "internal:web/crypto/random_uuid";
import { deserialize, type Serialized, serialize } from "web:structured_clone";
import { type FromServer, hookName, type InspectedWorker, type ToServer } from "internal:node/inspector/channel";
import { Commands, exceptionOf } from "internal:node/inspector/commands";
import defer * as commandLine from "internal:node/inspector/command_line_require";
import defer * as consoleCalls from "internal:node/inspector/console_calls";
import defer * as resourceReader from "internal:node/inspector/resource_reader";
import { dispatchArrived, InspectorLoopEvent, offer } from "native:inspector";
import * as messaging from "native:messaging";
import { WaitResult } from "native:messaging";
import { flush } from "native:stdio";

const WAIT_MS = 100;

/** Receives the messages of a session of the program itself. */
export type OwnReceiver = (text: string) => void;

export class InspectedThread {
  /** That of this thread. */
  static current: InspectedThread | null = null;
  readonly #port: number;
  readonly #commands = new Map<number, Commands>();
  #isWaiting = false;
  #isReleased = false;
  /** Whether the program has waited for a debugger before. */
  #hasWaited = false;
  #hasEnded = false;
  sessions = 0;
  /** The sessions of the program itself, by their numbers. */
  readonly #own = new Map<number, OwnReceiver>();
  #lastOwn = 0;
  /** The global property with what the serving thread calls. */
  readonly #hook: symbol;

  /** `port`: its end of the channel to the serving thread; `id` names its hook; `thread` is its number. */
  constructor(port: number, id: string, thread: number) {
    this.#port = port;
    this.#hook = Symbol.for(hookName(id));
    offer(thread);
    onEvent(InspectorLoopEvent.ARRIVED, () => dispatchArrived());
    messaging.own(port);
    onPortMessage(port, { receiveMessage: (message) => this.#receive(message), portClosed: () => this.end() });
    messaging.start(port);
  }

  /** Begins to report what happens to the debuggers. */
  begin(): void {
    inspection.compiled = (address) => this.#compiled(address);
    inspection.uncaught = (error) => this.#uncaught(error);
    inspection.startWorker = (worker) => this.#startWorker(worker);
    inspection.resource = (url, bytes) => this.send({ kind: "resource", url, bytes });
    if (isLoaded("internal:node/inspector/resource_reader"))
      for (const [url, bytes] of resourceReader.resources) this.send({ kind: "resource", url, bytes });
    InspectedThread.current = this;
    safe.defineProperty(globalThis, this.#hook, { value: this.#hookFunctions(), configurable: true });
  }

  /** Stores what the program prints for debuggers that connect later. */
  keepConsole(): void {
    consoleCalls.keep();
  }

  get hasOwnSessions(): boolean {
    return this.#own.size > 0;
  }

  /** Begins a session of the program itself, with this thread or the main one. Returns its number. */
  beginOwn(receive: OwnReceiver, isOfMainThread = false): number {
    const own = ++this.#lastOwn;
    this.#own.set(own, receive);
    this.send({ kind: "ownBegin", own, isOfMainThread });
    return own;
  }

  /** Runs a command of such a session, and receives messages until it has its response. */
  runOwn(own: number, text: string, hasResponse: () => boolean): void {
    this.send({ kind: "ownCommand", own, text });
    this.next(() => hasResponse());
    dispatchArrived();
  }

  /** Ends such a session, also in the engine. */
  endOwn(own: number): void {
    this.send({ kind: "ownEnd", own });
    this.next((message) => message.kind === "ownEnded" && message.own === own);
    this.#own.delete(own);
    dispatchArrived();
  }

  /** Ends a session with the main thread. */
  leaveMainThread(own: number): void {
    this.send({ kind: "ownEnd", own });
    this.#own.delete(own);
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
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
      this.send({ kind: "event", session, method: "Runtime.exceptionThrown", parameters });
    }
  }

  /** Lets the debuggers set their breakpoints in a module. */
  #compiled(url: string): void {
    if ((this.sessions === 0 && !this.hasOwnSessions) || this.#hasEnded) return;
    this.send({ kind: "compiled", url });
    this.next((message) => message.kind === "placed");
    dispatchArrived();
  }

  /** Sends a message to the serving thread. */
  send(message: ToServer): void {
    if (!this.#hasEnded) postTo(this.#port, serialize(message, []));
  }

  /** Handles messages until one is `wanted`, which is returned; null when the thread has ended. */
  next(wanted: (message: FromServer) => boolean): FromServer | null {
    flush();
    while (!this.#hasEnded) {
      const message = takeMessage(this.#port);
      if (message !== null) {
        const received: FromServer = deserialize(message.bytes, message.transferred);
        this.#handle(received);
        if (wanted(received)) return received;
        continue;
      }
      const outcome = messaging.wait(this.#port, WAIT_MS);
      if (outcome === WaitResult.CLOSED) break;
      if (outcome === WaitResult.TIMED_OUT) this.stillWaits();
    }
    this.end();
    return null;
  }

  /** Called regularly while `next` waits. */
  protected stillWaits(): void {}

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
      case "ownMessage":
        this.#own.get(message.own)?.(message.text);
        return;
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
        this.send({ kind: "event", session, method: name, parameters: details }),
      );
      this.#commands.set(session, commands);
    }
    const fail = (error: unknown): void => {
      const { code, message } = errorOf(error);
      this.send({ kind: "reply", id, error: { code, message } });
    };
    try {
      if (method === "Runtime.enable") {
        const notify = (details: object): void =>
          this.send({ kind: "event", session, method: "Runtime.consoleAPICalled", parameters: details });
        consoleCalls.watch(commands, commands, notify);
        consoleCalls.replay(commands, notify);
        return this.send({ kind: "reply", id, result: {} });
      }
      const result = commands.run(method, parameters);
      if (!(result instanceof Promise)) this.send({ kind: "reply", id, result });
      else result.then((value) => this.send({ kind: "reply", id, result: value }), fail);
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
    this.send({ kind: "waiting", isWaiting: true });
    this.next((message) => message.kind === "released");
    this.#isWaiting = this.#isReleased = false;
    this.send({ kind: "waiting", isWaiting: false });
    dispatchArrived();
  }

  /** Tells the debuggers that the program has ended, and waits until they have left. */
  waitForDisconnect(): void {
    if (this.#isWaiting || this.sessions === 0) return;
    this.send({ kind: "ended" });
    this.next((message) => message.kind === "sessions" && message.count === 0);
  }

  /** Ends its part in the inspection. */
  end(): void {
    if (this.#hasEnded) return;
    delete (globalThis as Record<symbol, unknown>)[this.#hook];
    consoleCalls.stopKeeping();
    inspection.compiled = inspection.uncaught = inspection.startWorker = inspection.resource = null;
    this.#hasEnded = true;
    if (InspectedThread.current === this) InspectedThread.current = null;
    forgetPort(this.#port);
  }

  /** A worker is made, which the same debuggers inspect. */
  #startWorker({ name, url }: { name: string; url: string | null }): InspectedWorker {
    const { first, second } = messaging.createChannel();
    const id = randomUUID();
    const started = (thread: number): void => {
      const title = `[worker ${thread}] ${name || "WorkerThread"}`;
      const hasResources = option("--experimental-inspector-network-resource") !== undefined;
      const start = { id, thread, title, name: `Worker[${thread}]`, mainUrl: url, hasResources };
      this.send({ kind: "worker", port: first, start });
    };
    return { port: second, id, started };
  }
}

function errorOf(error: unknown): { code: number; message: string } {
  const { message } = error as Error;
  const found = /^Inspector error (-\d+): ([^]*)$/.exec(message);
  return found === null ? { code: -32000, message } : { code: Number(found[1]), message: found[2]! };
}
