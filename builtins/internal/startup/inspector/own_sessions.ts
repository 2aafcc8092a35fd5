// The sessions that a program has with its own thread (`inspector.Session`), as far as the program cannot run their commands itself:
// those of the domains Debugger and NodeWorker. The program waits for each response.
import type { InspectedProgram, ProgramWatcher } from "internal:startup/inspector/program";
import { Session } from "internal:startup/inspector/session";

interface Own {
  session: Session;
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

  get sessions(): Iterable<Session> {
    return Array.from(this.#byNumber.values(), ({ session }) => session);
  }

  has(session: Session): boolean {
    return Array.from(this.sessions).includes(session);
  }

  begin(own: number): void {
    const write = (text: string): void => this.#program.tell({ kind: "ownMessage", own, text });
    const session = new Session(this.#program, write);
    this.#byNumber.set(own, { session, end: this.#watcher.own(this.#program, session, write) });
  }

  async run(own: number, text: string): Promise<void> {
    this.#running++;
    await this.#byNumber.get(own)?.session.receive(text);
    this.#running--;
  }

  end(own: number): void {
    const found = this.#byNumber.get(own);
    if (found === undefined) return;
    this.#byNumber.delete(own);
    found.end();
    found.session.end();
    this.#program.tell({ kind: "ownEnded", own });
  }
}
