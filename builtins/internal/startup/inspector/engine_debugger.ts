// The debugger of the engine, of which a program has one: its debuggers share the scripts, the pauses and the settings.
import { callFrames } from "internal:startup/inspector/call_frames";
import type { EngineConnection } from "internal:startup/inspector/engine_connection";
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
  /** The domains that are enabled. */
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

  readonly #ask: EngineConnection["ask"];
  readonly #onPause: () => void;

  /** `ask` runs a command of the engine; `onPause` is called when the debuggers were notified of a pause. */
  constructor(ask: EngineConnection["ask"], onPause: () => void) {
    this.#ask = ask;
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
    await (this.#enabling ??= this.#prepare());
    await this.applySettings();
  }

  async #prepare(): Promise<void> {
    await this.#ask("Debugger.setShouldBlackboxURL", { url: OWN_SCRIPTS, shouldBlackbox: true, isRegex: true });
    await this.#ask("Debugger.enable");
    this.#knowsScripts = true;
    await this.#ask("Debugger.setPauseOnDebuggerStatements", { enabled: true });
  }

  /** Ends it for a domain; a program that no other one debugs continues. */
  async disable(session: Session): Promise<void> {
    if (!this.#domains.delete(session)) return;
    if (this.#domains.size > 0) return this.applySettings();
    this.#enabling = null;
    this.#pause = null;
    await this.#ask("Debugger.disable");
  }

  /** Applies what the domains ask for together. */
  async applySettings(): Promise<void> {
    const domains = Array.from(this.#domains.values());
    const mode = Math.max(...domains.map(({ exceptions }) => EXCEPTION_MODES.indexOf(exceptions)), 0);
    const depth = Math.max(...domains.map(({ asyncDepth }) => asyncDepth), 0);
    await Promise.all([
      this.#ask("Debugger.setAsyncStackTraceDepth", { depth }),
      this.#ask("Debugger.setPauseOnExceptions", { state: EXCEPTION_MODES[mode] }),
      this.activate(),
    ]);
  }

  /** Lets the engine pause at breakpoints, or not. What it has sent before arrives before this ends. */
  async activate(): Promise<void> {
    const active = Array.from(this.#domains.values()).some(({ isActive }) => isActive);
    await this.#ask("Debugger.setBreakpointsActive", { active });
  }

  /** An event of the engine. */
  receive(method: string, parameters: Parameters): void {
    if (this.#domains.size === 0) return;
    switch (method) {
      case "Debugger.scriptParsed":
        return this.#parsed(parameters);
      case "Debugger.breakpointResolved":
        for (const domain of this.#domains.values()) domain.resolved(parameters);
        return;
      case "Debugger.paused":
        return this.#paused(parameters);
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

  #paused(event: Parameters): void {
    const frames = callFrames(event.callFrames, this.scripts);
    // Nothing of the program is on the stack: the pause is behind its last line.
    if (frames.length === 0) {
      this.#ask("Debugger.resume").catch(() => {});
      return;
    }
    const isAtStart = this.#isAtStart;
    this.#isAtStart = false;
    if (isAtStart) {
      this.#removeEverywhere();
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
  async pauseAtStart(url: string, count: number): Promise<void> {
    this.#isAtStart = true;
    const script = Array.from(this.scripts.values()).findLast(({ engineUrl }) => engineUrl === url);
    if (script === undefined) return;
    const { locations } = await this.#ask("Debugger.getBreakpointLocations", {
      start: { scriptId: script.id, lineNumber: 0, columnNumber: 0 },
      end: { scriptId: script.id, lineNumber: script.endLine + 1, columnNumber: 0 },
    });
    const places = (locations as Parameters[]).slice(0, count);
    // Where a debugger has set one already, a second one is refused.
    const set = places.map((location) => this.#ask("Debugger.setBreakpoint", { location }));
    for (const one of await Promise.allSettled(set))
      if (one.status === "fulfilled") this.#ofStart.add(one.value.breakpointId);
  }

  /** Removes the breakpoints of the start. The engine does so before what it receives next. */
  #removeEverywhere(): void {
    for (const breakpointId of this.#ofStart) this.#ask("Debugger.removeBreakpoint", { breakpointId }).catch(() => {});
    this.#ofStart.clear();
  }

  /** The next pause is that before the first line, where the engine stops by itself. */
  async pauseNext(): Promise<void> {
    this.#isAtStart = true;
    await this.#ask("Debugger.pause");
  }
}
