// An inspected thread of the program, as the thread that serves debuggers sees it.
import { pathOfFileUrl } from "internal:core/file_url";
import { onPortMessage, postTo } from "internal:web/messaging";
import { EngineConnection } from "internal:startup/inspector/engine_connection";
import { EngineDebugger } from "internal:startup/inspector/engine_debugger";
import { CommandError, METHOD_NOT_FOUND, type Parameters } from "internal:startup/inspector/protocol";
import { OwnSessions } from "internal:startup/inspector/own_sessions";
import type { Program, Session } from "internal:startup/inspector/session";
import {
  type FromServer,
  hookName,
  type Listening,
  type ThreadStart,
  type ToServer,
} from "internal:node/inspector/channel";
import { resources } from "internal:node/inspector/resource_reader";
import { deserialize, serialize } from "web:structured_clone";
import * as messaging from "native:messaging";

/** Receives what happens to a thread. */
export interface ProgramWatcher {
  /** It has made a worker, which is inspected over this port. */
  worker(start: ThreadStart, port: number): void;
  /** Debuggers may connect, or not any more. */
  listen?(at: Listening): void;
  close?(): void;
  /** A session of its own begins, whose messages go to `write`. Returns what ends it. */
  own(program: InspectedProgram, session: Session, write: (text: string) => void): () => void;
  /** The main thread, which a worker wants to inspect. */
  mainThread(): InspectedProgram;
  /** It waits for a debugger. */
  waits?(program: InspectedProgram): void;
  /** Its program has ended, and no debugger wants to look at it before it goes. */
  mayEnd?(program: InspectedProgram): void;
  /** It has ended. */
  ended?(program: InspectedProgram): void;
}

export class InspectedProgram implements Program {
  readonly thread: number;
  /** The global object of the program's side. */
  readonly hook: string;
  readonly title: string;
  readonly name: string;
  readonly mainUrl: string | null;
  readonly hasResources: boolean;
  #pausesAtStart = false;
  /** Whether it may begin. */
  #isReleased = false;
  /** Whether it waits for messages, and not in its loop. */
  isWaiting = false;
  isWaitingForDebugger = false;
  readonly #port: number;
  readonly connection: EngineConnection;
  readonly engine: EngineDebugger;
  /** The sessions of its debuggers, by their numbers. */
  readonly sessions = new Map<number, Session>();
  readonly #waiters = new Map<number, PromiseWithResolvers<Parameters>>();
  #lastId = 0;
  readonly #watcher: ProgramWatcher;
  readonly #own: OwnSessions;

  /** `port`: the serving thread's side of the channel. */
  constructor({ id, thread, title, name, mainUrl, hasResources }: ThreadStart, port: number, watcher: ProgramWatcher) {
    this.thread = thread;
    this.hook = `globalThis[Symbol.for(${JSON.stringify(hookName(id))})]`;
    this.title = title;
    this.name = name;
    this.mainUrl = mainUrl;
    this.hasResources = hasResources;
    this.#port = port;
    this.#watcher = watcher;
    this.#own = new OwnSessions(this, watcher);
    this.connection = new EngineConnection(
      thread,
      (method, parameters) => this.engine.receive(method, parameters),
      () => this.sent(),
    );
    this.engine = new EngineDebugger(
      (method, parameters) => this.connection.ask(method, parameters),
      () => this.#paused().catch(() => {}),
    );
  }

  /** Begins to receive the program's messages. */
  begin(): void {
    messaging.own(this.#port);
    onPortMessage(this.#port, {
      receiveMessage: ({ bytes, transferred }) => this.#receive(deserialize(bytes, transferred)),
      portClosed: () => {
        this.#own.endAll();
        this.#watcher.ended?.(this);
      },
    });
    messaging.ref(this.#port);
    messaging.start(this.#port);
  }

  /** Sends a message to the program. */
  tell(message: FromServer): void {
    postTo(this.#port, serialize(message, []));
  }

  #receive(message: ToServer): void {
    switch (message.kind) {
      case "listen":
        this.#pausesAtStart = message.at.pausesAtStart;
        this.#watcher.listen?.(message.at);
        return;
      case "close":
        this.#watcher.close?.();
        return;
      case "ownBegin":
        return this.#own.begin(message.own, message.isOfMainThread);
      case "ownCommand":
        return void this.#own.run(message.own, message.text);
      case "ownEnd":
        return this.#own.end(message.own);
      case "reply":
        return this.#reply(message);
      case "event":
        for (const session of this.sessions.values())
          if (message.session === 0 || message.session === session.id)
            session.notify(message.method, message.parameters);
        return;
      case "waiting":
        this.isWaiting = this.isWaitingForDebugger = message.isWaiting;
        // What was sent when it was thought to run.
        this.sent();
        if (!message.isWaiting) return;
        for (const session of this.sessions.values()) session.runtime.waiting();
        this.#watcher.waits?.(this);
        return;
      case "worker":
        this.#watcher.worker(message.start, message.port);
        return;
      case "resource":
        resources.set(message.url, message.bytes);
        return;
      case "compiled":
        void this.#place(message.url);
        return;
      case "ended":
        // It takes messages until the debuggers leave.
        this.isWaiting = true;
        this.sent();
        // Those of the program itself ended with it.
        if (Array.from(this.#debuggers(), (session) => session.runtime.ended()).includes(true)) return;
        this.#watcher.mayEnd?.(this);
    }
  }

  /** Lets the debuggers set their breakpoints in a module, while the program waits. */
  async #place(url: string): Promise<void> {
    this.isWaiting = true;
    this.sent();
    await Promise.allSettled(Array.from(this.sessions.values(), (session) => session.debuggerDomain.compiled(url)));
    this.isWaiting = false;
    this.tell({ kind: "placed" });
  }

  /** A session has begun, or ended: its number, else 0. */
  countSessions(ended: number): void {
    this.tell({ kind: "sessions", count: Array.from(this.#debuggers()).length, ended });
  }

  /** The sessions that are not the program's own. */
  *#debuggers(): Iterable<Session> {
    for (const session of this.sessions.values()) if (!this.#own.has(session)) yield session;
  }

  /** A message was sent to the program, which may be paused. */
  wake(): void {
    if (this.engine.pause !== null && !this.#own.isRunning) this.#runHook().catch(() => {});
  }

  /** Lets a paused program receive its messages. */
  #runHook(): Promise<Parameters> {
    const expression = `${this.hook}.run()`;
    return this.connection.ask("Runtime.evaluate", { expression, doNotPauseOnExceptionsAndMuteConsole: true });
  }

  /** The program is paused. One that only its own sessions debug continues when their listeners have run. */
  async #paused(): Promise<void> {
    const { pause } = this.engine;
    const debugging = Array.from(this.engine.sessions);
    if (!debugging.some((session) => this.#own.has(session))) return;
    await this.#runHook();
    if (debugging.every((session) => this.#own.has(session)) && this.engine.pause === pause)
      await this.connection.ask("Debugger.resume");
  }

  run(session: number, method: string, parameters: Parameters): Promise<Parameters> {
    const id = ++this.#lastId;
    const waiter = Promise.withResolvers<Parameters>();
    this.#waiters.set(id, waiter);
    this.tell({ kind: "command", id, session, method, parameters });
    // A paused program takes no messages but those of the engine.
    this.wake();
    return waiter.promise;
  }
  #reply({ id, result, error }: ToServer & { kind: "reply" }): void {
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    if (error === undefined) waiter?.resolve(result ?? {});
    else waiter?.reject(new CommandError(error.code ?? METHOD_NOT_FOUND, error.message));
  }
  /** Pauses before the first line of the main module. */
  pauseAtStart(): void {
    this.#pausesAtStart = true;
  }
  takePauseAtStart(url: string): boolean {
    // As in Node, of ES modules the first one counts, which the main one may import.
    const isMain = this.mainUrl === null || url.startsWith("file:") || url === pathOfFileUrl(this.mainUrl);
    if (!this.#pausesAtStart || !isMain) return false;
    this.#pausesAtStart = false;
    return true;
  }
  release(): void {
    this.#isReleased = true;
    this.tell({ kind: "released" });
  }
  get isReleased(): boolean {
    return this.#isReleased;
  }
  sent(): void {
    if (this.isWaiting || this.#own.isRunning) this.tell({ kind: "arrived" });
  }
}
