// The domain Debugger: scripts, breakpoints, pausing and stepping.
// https://chromedevtools.github.io/devtools-protocol/v8/Debugger/
import type { Command, Session } from "internal:startup/inspector/session";
import {
  CommandError,
  FAILED,
  INVALID_PARAMETERS,
  type Location,
  type Parameters,
} from "internal:startup/inspector/protocol";
import { text } from "internal:startup/inspector/runtime_domain";
import type { EngineDebugger, Pause } from "internal:startup/inspector/engine_debugger";
import type { Script } from "internal:startup/inspector/scripts";
import { Breakpoints } from "internal:startup/inspector/breakpoints";
import { stackTrace } from "internal:startup/inspector/call_frames";
import { evaluated, remoteObject } from "internal:startup/inspector/values";

/** The address of the code of `-e` and `-p`. */
const EVALUATED = "[eval]";

/** Names of the engine's reasons for a pause. */
const REASONS: Record<string, string> = { exception: "exception", assert: "assert" };
const ALL_EXCEPTIONS: Record<string, string> = { none: "none", uncaught: "uncaught", caught: "all", all: "all" };

/** In so many places of a module the pause before its first statement is looked for. */
const PLACES_MAX = 20_000;

export class DebuggerDomain {
  readonly #session: Session;
  readonly #engine: EngineDebugger;
  readonly #breakpoints: Breakpoints;
  #isEnabled = false;
  /** The scripts that the debugger was notified of. */
  readonly #announced = new Set<Script>();
  #areBreakpointsActive = true;
  #skipsPauses = false;
  /** The exceptions that it pauses for: "none", "uncaught" or "all". */
  exceptions = "none";
  /** How many of the stacks are shown that led to a pause. */
  asyncDepth = 0;
  /** The patterns of addresses that debuggers do not stop in. */
  #blackboxed: string[] = [];
  readonly commands: Record<string, Command>;

  constructor(session: Session) {
    this.#session = session;
    this.#engine = session.program.engine;
    this.#breakpoints = new Breakpoints(session, this.#engine.scripts);
    const act = (engineMethod: string) => () => session.ask(`Debugger.${engineMethod}`);
    const step = (engineMethod: string) => () => {
      this.#engine.isStepping = true;
      return session.ask(`Debugger.${engineMethod}`);
    };
    this.commands = {
      "Debugger.enable": () => this.#enable(),
      "Debugger.disable": async () => {
        await this.disable();
        return {};
      },
      "Debugger.pause": act("pause"),
      "Debugger.resume": act("resume"),
      "Debugger.stepOver": step("stepOver"),
      "Debugger.stepInto": step("stepInto"),
      "Debugger.stepOut": step("stepOut"),
      "Debugger.setPauseOnExceptions": ({ state }) => {
        const wanted = ALL_EXCEPTIONS[state];
        if (wanted === undefined) throw new CommandError(FAILED, `Unknown pause on exceptions mode: ${state}`);
        this.exceptions = wanted;
        return this.#applySettings();
      },
      "Debugger.setAsyncCallStackDepth": (parameters) => this.setAsyncDepth(parameters),
      "Debugger.setBlackboxPatterns": ({ patterns }) => this.#blackbox(patterns),
      "Debugger.setBreakpointsActive": ({ active }) => {
        this.#areBreakpointsActive = active === true;
        return this.#applySettings();
      },
      "Debugger.setSkipAllPauses": ({ skip }) => {
        this.#skipsPauses = skip === true;
        return this.#applySettings();
      },
      "Debugger.setBreakpointByUrl": (parameters) => this.#breakpoints.setByUrl(parameters),
      "Debugger.setBreakpoint": (parameters) => this.#breakpoints.set(parameters),
      "Debugger.removeBreakpoint": (parameters) => this.#breakpoints.remove(text(parameters, "breakpointId")),
      "Debugger.getPossibleBreakpoints": (parameters) => this.#breakpoints.possible(parameters),
      "Debugger.continueToLocation": ({ location }) =>
        session.ask("Debugger.continueToLocation", { location: this.scriptOf(location).toEngine(location) }),
      "Debugger.getScriptSource": (parameters) => this.#source(parameters),
      "Debugger.searchInContent": ({ scriptId, query, caseSensitive, isRegex }) =>
        session.ask("Debugger.searchInContent", { scriptId, query, caseSensitive, isRegex }),
      "Debugger.evaluateOnCallFrame": (parameters) => this.#evaluate(parameters),
      "Debugger.setVariableValue": (parameters) => this.#setVariable(parameters),
      "Debugger.getStackTrace": () => {
        throw new CommandError(FAILED, "Stack traces are sent whole");
      },
    };
  }

  /** Whether it pauses at breakpoints. */
  get isActive(): boolean {
    return this.#areBreakpointsActive && !this.#skipsPauses;
  }

  /** The script of a location. Throws a CommandError for an unknown one. */
  scriptOf(location: Location | undefined): Script {
    const script = this.#engine.scripts.get(String(location?.scriptId));
    if (script === undefined) throw new CommandError(FAILED, "No script for id: " + String(location?.scriptId));
    return script;
  }

  async #enable(): Promise<Parameters> {
    if (!this.#isEnabled) {
      this.#isEnabled = true;
      await this.#engine.enable(this.#session, this);
      // What another debugger has brought about.
      for (const script of this.#engine.scripts.values()) this.announce(script);
      if (this.#engine.pause !== null) this.paused(this.#engine.pause);
    }
    return { debuggerId: `${this.#session.id}.1` };
  }

  async #applySettings(): Promise<Parameters> {
    if (this.#isEnabled) await this.#engine.applySettings();
    return {};
  }

  /** Ends what it has begun, in the engine too. */
  async disable(): Promise<void> {
    if (!this.#isEnabled) return;
    this.#isEnabled = false;
    this.#announced.clear();
    await Promise.allSettled([this.#breakpoints.removeAll(), this.#engine.disable(this.#session)]);
  }

  /** A module was compiled, and waits. */
  async compiled(url: string): Promise<void> {
    if (!this.#isEnabled) return;
    // The engine has announced the module's script before it responds to this.
    await this.#engine.activate();
    await this.#breakpoints.place(url);
    if (!this.#session.program.takePauseAtStart(url)) return;
    // Code of the command line is parsed when it runs.
    if (url === EVALUATED) await this.#engine.pauseNext();
    else await this.#engine.pauseAtStart(url, PLACES_MAX);
  }

  setAsyncDepth({ maxDepth }: Parameters): Promise<Parameters> {
    if (typeof maxDepth !== "number") throw new CommandError(INVALID_PARAMETERS, "Invalid parameters");
    this.asyncDepth = maxDepth;
    return this.#applySettings();
  }

  async #blackbox(patterns: unknown): Promise<Parameters> {
    if (!Array.isArray(patterns)) throw new CommandError(INVALID_PARAMETERS, "Invalid parameters");
    for (const url of this.#blackboxed)
      await this.#session.ask("Debugger.setShouldBlackboxURL", { url, shouldBlackbox: false, isRegex: true });
    this.#blackboxed = patterns;
    for (const url of patterns)
      await this.#session.ask("Debugger.setShouldBlackboxURL", { url, shouldBlackbox: true, isRegex: true });
    return {};
  }

  async #source(parameters: Parameters): Promise<Parameters> {
    const scriptId = text(parameters, "scriptId");
    const source = this.#engine.scripts.get(scriptId)?.source() ?? null;
    if (source !== null) return { scriptSource: source };
    const { scriptSource } = await this.#session.ask("Debugger.getScriptSource", { scriptId });
    return { scriptSource };
  }

  async #evaluate(parameters: Parameters): Promise<Parameters> {
    const { objectGroup, includeCommandLineAPI, silent, returnByValue, generatePreview } = parameters;
    const result = await this.#session.askWithRequire("Debugger.evaluateOnCallFrame", {
      callFrameId: text(parameters, "callFrameId"),
      expression: text(parameters, "expression"),
      objectGroup,
      includeCommandLineAPI,
      doNotPauseOnExceptionsAndMuteConsole: silent,
      returnByValue,
      generatePreview,
    });
    return evaluated(result);
  }

  async #setVariable(parameters: Parameters): Promise<Parameters> {
    const { newValue, callFrameId } = parameters;
    const name = text(parameters, "variableName");
    if (newValue?.objectId !== undefined) throw new CommandError(FAILED, "Only primitive values can be set");
    const value = newValue?.unserializableValue ?? JSON.stringify(newValue?.value) ?? "undefined";
    const result = await this.#session.ask("Debugger.evaluateOnCallFrame", {
      callFrameId,
      expression: `${name} = ${value}`,
    });
    if (result.wasThrown === true) throw new CommandError(FAILED, result.result.description);
    return {};
  }

  /** The engine has parsed a script. */
  announce(script: Script): void {
    if (script.isOwn || this.#announced.has(script)) return;
    this.#announced.add(script);
    this.#session.notify("Debugger.scriptParsed", script.describe());
  }

  /** The engine has a place for a breakpoint. */
  resolved({ breakpointId: given, location }: Parameters): void {
    const breakpointId = this.#breakpoints.knownAs(given);
    const script = this.#engine.scripts.get(location.scriptId);
    if (breakpointId === undefined || script === undefined) return;
    this.#session.notify("Debugger.breakpointResolved", { breakpointId, location: script.toSource(location) });
  }

  paused({ frames, event: { reason, data, asyncStackTrace }, isAtStart, isStep }: Pause): void {
    const hit = data?.breakpointId === undefined ? undefined : this.#breakpoints.knownAs(data.breakpointId);
    this.#session.notify("Debugger.paused", {
      callFrames: frames,
      reason: isAtStart ? "Break on start" : isStep ? "step" : (REASONS[reason] ?? "other"),
      ...(reason === "exception" && data !== undefined ? { data: remoteObject(data) } : undefined),
      hitBreakpoints: hit === undefined ? [] : [hit],
      ...(asyncStackTrace === undefined
        ? undefined
        : { asyncStackTrace: stackTrace(asyncStackTrace, this.#engine.scripts) }),
    });
  }

  resumed(): void {
    this.#session.notify("Debugger.resumed", {});
  }
}
