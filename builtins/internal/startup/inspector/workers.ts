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
  #mainThread: InspectedProgram | null = null;

  /** Sets what `mainThread` returns. */
  begin(mainThread: InspectedProgram): void {
    this.#mainThread = mainThread;
  }

  mainThread(): InspectedProgram {
    return this.#mainThread!;
  }

  /** Those that debuggers can inspect. */
  get programs(): Iterable<InspectedProgram> {
    return this.#programs;
  }

  worker(start: ThreadStart, port: number): void {
    new InspectedProgram(start, port, this).begin();
  }

  /** A session that a thread has with itself begins. */
  own(_program: InspectedProgram, session: Session, write: (text: string) => void): () => void {
    const sessions = new WorkerSessions(this, session, write, false);
    return () => sessions.leave();
  }

  /** It begins when the debuggers that want to prepare it have done so. */
  waits(program: InspectedProgram): void {
    this.#programs.add(program);
    const preparing = Array.from(this.debuggers, (sessions) => sessions.begin(program));
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
  /** Whether the debugger is notified of workers before it attaches to them (`--experimental-worker-inspection`). */
  readonly #hasTargets: boolean;
  /** The workers that it was notified of. */
  readonly #targets = new Set<InspectedProgram>();
  #access: Access = "none";
  /** Whether workers wait for the debugger before they begin. */
  #waits = false;

  /** `owner`: the debugger's session with the main thread; `write` sends a message to the debugger. */
  constructor(workers: Workers, owner: Session, write: (text: string) => void, hasTargets: boolean) {
    this.#workers = workers;
    this.#owner = owner;
    this.#write = write;
    this.#hasTargets = hasTargets;
    workers.debuggers.add(this);
    owner.add(this.#commands());
    for (const program of workers.programs) this.#discover(program);
  }

  #commands(): Record<string, Command> {
    const wrapped: Record<string, Command> = {
      "NodeWorker.enable": ({ waitForDebuggerOnStart }) => this.#enable("wrapped", waitForDebuggerOnStart),
      "NodeWorker.disable": () => this.#disable(),
      "NodeWorker.sendMessageToWorker": ({ sessionId, message }) => {
        void this.#sessions.get(sessionId)?.receive(String(message));
        return {};
      },
      "NodeWorker.detach": ({ sessionId }) => {
        const session = this.#sessions.get(sessionId);
        if (session !== undefined) this.end(session.program as InspectedProgram);
        return {};
      },
    };
    if (!this.#hasTargets) return wrapped;
    return {
      ...wrapped,
      "Target.setAutoAttach": ({ autoAttach, waitForDebuggerOnStart }) =>
        autoAttach === true ? this.#enable("flat", waitForDebuggerOnStart) : this.#disable(),
      "Target.getTargets": () => ({ targetInfos: Array.from(this.#targets, targetOf) }),
    };
  }

  #enable(access: Access, waits: unknown): Parameters {
    if (typeof waits !== "boolean") throw new CommandError(INVALID_PARAMETERS, "Invalid parameters");
    this.#waits = waits;
    if (this.#access !== "none") return {};
    this.#access = access;
    for (const program of this.#workers.programs) this.#attach(program, !program.isReleased);
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
    void this.#sessions.get(sessionId)?.receive(text);
    return true;
  }

  /** A worker can be inspected, and begins. Returns whether it has to wait. */
  begin(program: InspectedProgram): boolean {
    this.#discover(program);
    // As in Node, workers wait for debuggers of the domain Target, which may attach later.
    const waits = this.#hasTargets && this.#access !== "wrapped";
    if (this.#access === "none") return waits;
    this.#attach(program, waits || this.#waits);
    return waits || this.#waits;
  }

  /** Notifies a debugger of the domain Target of a worker. */
  #discover(program: InspectedProgram): void {
    if (!this.#hasTargets) return;
    this.#targets.add(program);
    this.#owner.notify("Target.targetCreated", { targetInfo: targetOf(program) });
  }

  #attach(program: InspectedProgram, waitingForDebugger: boolean): void {
    const sessionId = String(++lastSession);
    const write =
      this.#access === "flat"
        ? (message: string) => this.#write(`${message.slice(0, -1)},"sessionId":"${sessionId}"}`)
        : (message: string) => this.#owner.notify("NodeWorker.receivedMessageFromWorker", { sessionId, message });
    const session = new Session(program, write);
    this.#sessions.set(sessionId, session);
    program.countSessions(0);
    // As in Node: before the first line of a file, and not in the domain of Chrome.
    if (waitingForDebugger && this.#access === "wrapped" && program.mainUrl !== null) program.pauseAtStart();
    this.#announce(program, sessionId, waitingForDebugger);
  }

  #announce(program: InspectedProgram, sessionId: string, waitingForDebugger: boolean): void {
    if (this.#access === "flat") {
      this.#owner.notify("Target.attachedToTarget", { sessionId, targetInfo: targetOf(program), waitingForDebugger });
      return;
    }
    const { thread, title, mainUrl } = program;
    const workerInfo = { workerId: String(thread), type: "worker", title, url: mainUrl ?? "" };
    this.#owner.notify("NodeWorker.attachedToWorker", { sessionId, workerInfo, waitingForDebugger });
  }

  /** Ends the session with a worker. */
  end(program: InspectedProgram): void {
    this.#targets.delete(program);
    for (const [sessionId, session] of this.#sessions) {
      if (session.program !== program) continue;
      this.#sessions.delete(sessionId);
      session.end();
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

  /** The debugger has left: what waited for it to attach begins. */
  leave(): void {
    this.close();
    this.#workers.debuggers.delete(this);
    if (this.#workers.debuggers.size > 0) return;
    for (const program of this.#workers.programs) if (!program.isReleased) program.release();
  }
}

/** A worker as the domain Target describes it. */
function targetOf({ thread, title, mainUrl }: InspectedProgram): Parameters {
  const id = String(thread);
  return { targetId: id, type: "node_worker", title, url: mainUrl ?? "", attached: false, canAccessOpener: true };
}
