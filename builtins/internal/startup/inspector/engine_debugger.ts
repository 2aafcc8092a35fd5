// The debugger of the engine, of which a program has one: its debuggers share the scripts, the pauses and the settings.
import { callFrames } from "internal:startup/inspector/call_frames";
import type { DebuggerDomain } from "internal:startup/inspector/debugger_domain";
import type { Parameters } from "internal:startup/inspector/protocol";
import { OWN_SCRIPTS, Script } from "internal:startup/inspector/scripts";
import type { Session } from "internal:startup/inspector/session";

/** For which exceptions the engine pauses, each mode with those before it. */
const EXCEPTION_MODES = ["none", "uncaught", "all"];

/** What a program is paused with. */
export interface Pause {
  /** The call frames of the program. */
  frames: Parameters[];
  /** The engine's parameters. */
  event: Parameters;
  isAtStart: boolean;
  isStep: boolean;
}

export class EngineDebugger {
  /** What the engine has parsed, by its identifiers. */
  readonly scripts = new Map<string, Script>();
  /** The domains that are enabled. The first one's session receives the events for all. */
  readonly #domains = new Map<Session, DebuggerDomain>();
  #enabling: Promise<void> | null = null;
  /** Whether the engine has sent the scripts that it had. */
  #knowsScripts = false;
  #pause: Pause | null = null;
  /** Whether the next pause is that before the first line. */
  #isAtStart = false;
  /** The breakpoints for it, which stand at all places of the first module. */
  readonly #ofStart = new Set<string>();
  /** Whether the next pause ends a step. */
  isStepping = false;

  readonly #onPause: () => void;

  /** `onPause` is called when the debuggers were notified of a pause. */
  constructor(onPause: () => void) {
    this.#onPause = onPause;
  }

  /** The sessions whose debuggers it is enabled for. */
  get sessions(): Iterable<Session> {
    return this.#domains.keys();
  }

  get pause(): Pause | null {
    return this.#pause;
  }

  /** Enables the engine's debugger for a domain. */
  async enable(session: Session, domain: DebuggerDomain): Promise<void> {
    this.#domains.set(session, domain);
    await (this.#enabling ??= this.#prepare(session));
    await this.applySettings(session);
  }

  async #prepare(session: Session): Promise<void> {
    await session.ask("Debugger.setShouldBlackboxURL", { url: OWN_SCRIPTS, shouldBlackbox: true, isRegex: true });
    await session.ask("Debugger.enable");
    this.#knowsScripts = true;
    await session.ask("Debugger.setPauseOnDebuggerStatements", { enabled: true });
  }

  /** Ends it for a domain; a program that no other one debugs continues. */
  async disable(session: Session): Promise<void> {
    if (!this.#domains.delete(session)) return;
    const other = this.#domains.keys().next().value;
    if (other !== undefined) return this.applySettings(other);
    this.#enabling = null;
    this.#pause = null;
    await session.ask("Debugger.disable");
  }

  /** Applies what the domains ask for together. */
  async applySettings(session: Session): Promise<void> {
    const domains = Array.from(this.#domains.values());
    const mode = Math.max(...domains.map(({ exceptions }) => EXCEPTION_MODES.indexOf(exceptions)), 0);
    const depth = Math.max(...domains.map(({ asyncDepth }) => asyncDepth), 0);
    await Promise.all([
      session.ask("Debugger.setAsyncStackTraceDepth", { depth }),
      session.ask("Debugger.setPauseOnExceptions", { state: EXCEPTION_MODES[mode] }),
      this.activate(session),
    ]);
  }

  /** Lets the engine pause at breakpoints, or not. What it has sent before arrives before this ends. */
  async activate(session: Session): Promise<void> {
    const active = Array.from(this.#domains.values()).some(({ isActive }) => isActive);
    await session.ask("Debugger.setBreakpointsActive", { active });
  }

  /** An event of the engine, which all sessions receive. */
  receive(session: Session, method: string, parameters: Parameters): void {
    if (this.#domains.keys().next().value !== session) return;
    switch (method) {
      case "Debugger.scriptParsed":
        return this.#parsed(parameters);
      case "Debugger.breakpointResolved":
        for (const domain of this.#domains.values()) domain.resolved(parameters);
        return;
      case "Debugger.paused":
        return this.#paused(session, parameters);
      case "Debugger.resumed":
        return this.#resumed();
    }
  }

  #parsed(parameters: Parameters): void {
    // What was evaluated before without an address is Brio's own.
    const script = new Script(parameters, !this.#knowsScripts);
    this.scripts.set(script.id, script);
    for (const domain of this.#domains.values()) domain.announce(script);
  }

  #paused(session: Session, event: Parameters): void {
    const frames = callFrames(event.callFrames, this.scripts);
    // Nothing of the program is on the stack: the pause is behind its last line.
    if (frames.length === 0) {
      session.ask("Debugger.resume").catch(() => {});
      return;
    }
    const isAtStart = this.#isAtStart;
    this.#isAtStart = false;
    if (isAtStart) {
      this.#removeEverywhere(session);
      // The function that a module becomes may begin behind its source: debuggers show the first line.
      const [{ location, url }] = frames as [Parameters];
      if (this.scripts.get(location.scriptId)?.engineUrl === url)
        frames[0]!.location = { ...location, lineNumber: 0, columnNumber: 0 };
    }
    // The engine does not tell that it continues when it steps.
    this.#resumed();
    const isStep = this.isStepping && event.data?.breakpointId === undefined && event.reason !== "exception";
    this.isStepping = false;
    this.#pause = { frames, event, isAtStart, isStep };
    for (const domain of this.#domains.values()) domain.paused(this.#pause);
    this.#onPause();
  }

  #resumed(): void {
    if (this.#pause === null) return;
    this.#pause = null;
    for (const domain of this.#domains.values()) domain.resumed();
  }

  /**
   * Pauses before the first statement of a module that was compiled: which one runs first only running it shows, so that breakpoints
   * are set at every place, up to `count`.
   */
  async pauseAtStart(session: Session, url: string, count: number): Promise<void> {
    this.#isAtStart = true;
    const script = Array.from(this.scripts.values()).findLast(({ engineUrl }) => engineUrl === url);
    if (script === undefined) return;
    const { locations } = await session.ask("Debugger.getBreakpointLocations", {
      start: { scriptId: script.id, lineNumber: 0, columnNumber: 0 },
      end: { scriptId: script.id, lineNumber: script.endLine + 1, columnNumber: 0 },
    });
    const places = (locations as Parameters[]).slice(0, count);
    // Where a debugger has set one already, a second one is refused.
    const set = places.map((location) => session.ask("Debugger.setBreakpoint", { location }));
    for (const one of await Promise.allSettled(set))
      if (one.status === "fulfilled") this.#ofStart.add(one.value.breakpointId);
  }

  /** Removes the breakpoints of the start. The engine does so before what it receives next. */
  #removeEverywhere(session: Session): void {
    for (const breakpointId of this.#ofStart)
      session.ask("Debugger.removeBreakpoint", { breakpointId }).catch(() => {});
    this.#ofStart.clear();
  }

  /** The next pause is that before the first line, where the engine stops by itself. */
  async pauseNext(session: Session): Promise<void> {
    this.#isAtStart = true;
    await session.ask("Debugger.pause");
  }
}
