// The sessions that a program has with its own thread (`inspector.Session`), as far as the program cannot run their commands itself:
// those of the domains Debugger and NodeWorker, for whose responses it waits. Those that a worker has with the main thread are like
// those of other debuggers.
import type { InspectedProgram, ProgramWatcher } from "internal:startup/inspector/program";
import { Session } from "internal:startup/inspector/session";

interface Own {
  session: Session;
  isOfMainThread: boolean;
  end(): void;
}

export class OwnSessions {
  readonly #program: InspectedProgram;
  readonly #watcher: ProgramWatcher;
  readonly #byNumber = new Map<number, Own>();
  /** How many commands run, for whose responses the program waits. */
  #running = 0;

  constructor(program: InspectedProgram, watcher: ProgramWatcher) {
    this.#program = program;
    this.#watcher = watcher;
  }

  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** The sessions with the own thread. */
  get sessions(): Session[] {
    const own = Array.from(this.#byNumber.values()).filter(({ isOfMainThread }) => !isOfMainThread);
    return own.map(({ session }) => session);
  }

  has(session: Session): boolean {
    return this.sessions.includes(session);
  }

  begin(own: number, isOfMainThread: boolean): void {
    const write = (text: string): void => this.#program.tell({ kind: "ownMessage", own, text });
    const program = isOfMainThread ? this.#watcher.mainThread() : this.#program;
    const session = new Session(program, write);
    this.#byNumber.set(own, { session, isOfMainThread, end: this.#watcher.own(program, session, write) });
    if (isOfMainThread) program.countSessions(0);
  }

  async run(own: number, text: string): Promise<void> {
    const found = this.#byNumber.get(own);
    if (found?.isOfMainThread) return found.session.receive(text);
    this.#running++;
    await found?.session.receive(text);
    this.#running--;
  }

  end(own: number): void {
    const found = this.#byNumber.get(own);
    if (found === undefined) return;
    this.#byNumber.delete(own);
    found.end();
    found.session.end();
    if (found.isOfMainThread) leave(found.session);
    else this.#program.tell({ kind: "ownEnded", own });
  }

  /** The thread has ended and no longer debugs the main thread. */
  endAll(): void {
    for (const [own, { isOfMainThread }] of this.#byNumber) if (isOfMainThread) this.end(own);
  }
}

/** A debugger of the main thread has left. */
function leave({ program, id }: Session): void {
  (program as InspectedProgram).sent();
  (program as InspectedProgram).countSessions(id);
}
