// The workers of an inspected program. A debugger that enables Node's domain NodeWorker has a session with each of them, whose messages
// are wrapped in its own: https://nodejs.org/docs/latest-v26.x/api/inspector.html, src/inspector/node_protocol.pdl of Node.
import type { ThreadStart } from "internal:node/inspector/channel";
import { InspectedProgram, type ProgramWatcher } from "internal:startup/inspector/program";
import { CommandError, INVALID_PARAMETERS, type Parameters } from "internal:startup/inspector/protocol";
import { type Command, Session } from "internal:startup/inspector/session";

/** The workers that run. */
export class Workers implements ProgramWatcher {
  /** Those that have got to where they wait for debuggers. */
  readonly #programs = new Set<InspectedProgram>();
  readonly debuggers = new Set<WorkerSessions>();

  /** Those that debuggers can inspect. */
  get programs(): Iterable<InspectedProgram> {
    return this.#programs;
  }

  worker(start: ThreadStart, port: number): void {
    new InspectedProgram(start, port, false, this).begin();
  }

  /** It begins when the debuggers that want to prepare it have done so. */
  waits(program: InspectedProgram): void {
    this.#programs.add(program);
    const preparing = Array.from(this.debuggers, (sessions) => sessions.begin(program, true));
    if (!preparing.includes(true)) program.release();
  }

  mayEnd(program: InspectedProgram): void {
    for (const sessions of this.debuggers) sessions.end(program);
  }

  ended(program: InspectedProgram): void {
    this.#programs.delete(program);
    this.mayEnd(program);
  }
}

let lastSession = 0;

/**
 * How a debugger reaches the workers: `wrapped` has their messages in messages of the domain NodeWorker, in `flat` they have a member
 * `sessionId`, as in Chrome's domain Target.
 */
type Access = "none" | "wrapped" | "flat";

/** The sessions of one debugger with workers. */
export class WorkerSessions {
  readonly #workers: Workers;
  readonly #owner: Session;
  readonly #write: (text: string) => void;
  readonly #sessions = new Map<string, Session>();
  #access: Access = "none";
  /** Whether workers wait for the debugger before they begin. */
  #waits = false;

  /** `owner`: the debugger's session with the main thread; `write` sends a message to the debugger. */
  constructor(workers: Workers, owner: Session, write: (text: string) => void) {
    this.#workers = workers;
    this.#owner = owner;
    this.#write = write;
    workers.debuggers.add(this);
  }

  /** The commands. `hasTargets`: with those of the domain Target. */
  commands(hasTargets: boolean): Record<string, Command> {
    const wrapped: Record<string, Command> = {
      "NodeWorker.enable": ({ waitForDebuggerOnStart }) => this.#enable("wrapped", waitForDebuggerOnStart),
      "NodeWorker.disable": () => this.#disable(),
      "NodeWorker.sendMessageToWorker": ({ sessionId, message }) => {
        this.#sessions.get(sessionId)?.receive(String(message));
        return {};
      },
      "NodeWorker.detach": ({ sessionId }) => {
        const session = this.#sessions.get(sessionId);
        if (session !== undefined) this.end(session.program as InspectedProgram);
        return {};
      },
    };
    if (!hasTargets) return wrapped;
    return {
      ...wrapped,
      "Target.setAutoAttach": ({ autoAttach, waitForDebuggerOnStart }) =>
        autoAttach === true ? this.#enable("flat", waitForDebuggerOnStart) : this.#disable(),
    };
  }

  #enable(access: Access, waits: unknown): Parameters {
    if (typeof waits !== "boolean") throw new CommandError(INVALID_PARAMETERS, "Invalid parameters");
    this.#waits = waits;
    if (this.#access !== "none") return {};
    this.#access = access;
    for (const program of this.#workers.programs) this.begin(program, false);
    return {};
  }

  #disable(): Parameters {
    this.close();
    this.#access = "none";
    return {};
  }

  /** Gives a message to the worker that its member `sessionId` names. Returns false for one without. */
  receive(text: string): boolean {
    if (this.#access !== "flat" || !text.includes('"sessionId"')) return false;
    let sessionId: unknown;
    try {
      ({ sessionId } = JSON.parse(text) as { sessionId?: unknown });
    } catch {
      return false;
    }
    if (typeof sessionId !== "string") return false;
    this.#sessions.get(sessionId)?.receive(text);
    return true;
  }

  /** A worker can be inspected. Returns whether it has to wait. */
  begin(program: InspectedProgram, isStarting: boolean): boolean {
    if (this.#access === "none") return false;
    const sessionId = String(++lastSession);
    const write =
      this.#access === "flat"
        ? (message: string) => this.#write(`${message.slice(0, -1)},"sessionId":"${sessionId}"}`)
        : (message: string) => this.#owner.notify("NodeWorker.receivedMessageFromWorker", { sessionId, message });
    const session = new Session(program, write);
    this.#sessions.set(sessionId, session);
    program.sessions.set(session.id, session);
    program.countSessions(0);
    const waitingForDebugger = isStarting && this.#waits;
    // As in Node: before the first line of a file, and not in the domain of Chrome.
    if (waitingForDebugger && this.#access === "wrapped" && program.mainUrl !== null) program.pauseAtStart();
    this.#announce(program, sessionId, waitingForDebugger);
    return waitingForDebugger;
  }

  #announce({ thread, title, mainUrl }: InspectedProgram, sessionId: string, waitingForDebugger: boolean): void {
    const id = String(thread);
    const url = mainUrl ?? "";
    if (this.#access === "wrapped") {
      const workerInfo = { workerId: id, type: "worker", title, url };
      this.#owner.notify("NodeWorker.attachedToWorker", { sessionId, workerInfo, waitingForDebugger });
      return;
    }
    const targetInfo = { targetId: id, type: "node_worker", title, url, attached: false, canAccessOpener: true };
    this.#owner.notify("Target.targetCreated", { targetInfo });
    this.#owner.notify("Target.attachedToTarget", { sessionId, targetInfo, waitingForDebugger });
  }

  /** Ends the session with a worker. */
  end(program: InspectedProgram): void {
    for (const [sessionId, session] of this.#sessions) {
      if (session.program !== program) continue;
      this.#sessions.delete(sessionId);
      session.end();
      program.sessions.delete(session.id);
      if (this.#access === "wrapped") this.#owner.notify("NodeWorker.detachedFromWorker", { sessionId });
      program.sent();
      program.countSessions(session.id);
      if (program.sessions.size === 0 && !program.isReleased) program.release();
    }
  }

  /** Ends all sessions. */
  close(): void {
    for (const { program } of this.#sessions.values()) this.end(program as InspectedProgram);
  }
}
