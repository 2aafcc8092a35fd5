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
import { OWN_SCRIPTS, Script } from "internal:startup/inspector/scripts";
import { Breakpoints } from "internal:startup/inspector/breakpoints";
import { callFrames, stackTrace } from "internal:startup/inspector/call_frames";
import { evaluated, remoteObject } from "internal:startup/inspector/values";

/** The address of the code of `-e` and `-p`. */
const EVALUATED = "[eval]";

/** Names of the engine's reasons for a pause. */
const REASONS: Record<string, string> = { exception: "exception", assert: "assert" };
const ALL_EXCEPTIONS: Record<string, string> = { none: "none", uncaught: "uncaught", caught: "all", all: "all" };

export class DebuggerDomain {
  readonly #session: Session;
  readonly scripts = new Map<string, Script>();
  readonly #breakpoints: Breakpoints;
  #isEnabled = false;
  /** Whether it was enabled in the engine for a pause that the program began with. */
  #isPrepared = false;
  #isActive = true;
  /** Whether the engine has sent the scripts that it had. */
  #knowsScripts = false;
  #skipsPauses = false;
  isPaused = false;
  /** Whether the next pause is that before the first line. */
  #isAtStart = false;
  #isStepping = false;
  /** The patterns of addresses that debuggers do not stop in. */
  #blackboxed: string[] = [];
  readonly commands: Record<string, Command>;

  constructor(session: Session) {
    this.#session = session;
    this.#breakpoints = new Breakpoints(session, this.scripts);
    const act = (engineMethod: string) => () => session.ask(`Debugger.${engineMethod}`);
    const step = (engineMethod: string) => () => {
      this.#isStepping = true;
      return session.ask(`Debugger.${engineMethod}`);
    };
    this.commands = {
      "Debugger.enable": () => this.#enable(),
      "Debugger.disable": async () => {
        this.#isEnabled = this.#isPrepared = false;
        return session.ask("Debugger.disable");
      },
      "Debugger.pause": act("pause"),
      "Debugger.resume": act("resume"),
      "Debugger.stepOver": step("stepOver"),
      "Debugger.stepInto": step("stepInto"),
      "Debugger.stepOut": step("stepOut"),
      "Debugger.setPauseOnExceptions": ({ state }) => {
        const wanted = ALL_EXCEPTIONS[state];
        if (wanted === undefined) throw new CommandError(FAILED, `Unknown pause on exceptions mode: ${state}`);
        return session.ask("Debugger.setPauseOnExceptions", { state: wanted });
      },
      "Debugger.setAsyncCallStackDepth": (parameters) => this.setAsyncDepth(parameters),
      "Debugger.setBlackboxPatterns": ({ patterns }) => this.#blackbox(patterns),
      "Debugger.setBreakpointsActive": ({ active }) => this.#activate(active === true, this.#skipsPauses),
      "Debugger.setSkipAllPauses": ({ skip }) => this.#activate(this.#isActive, skip === true),
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

  /** The script of a location. Throws a CommandError for an unknown one. */
  scriptOf(location: Location | undefined): Script {
    const script = this.scripts.get(String(location?.scriptId));
    if (script === undefined) throw new CommandError(FAILED, "No script for id: " + String(location?.scriptId));
    return script;
  }

  async #prepare(): Promise<void> {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    const { ask } = this.#session;
    await ask.call(this.#session, "Debugger.setShouldBlackboxURL", {
      url: OWN_SCRIPTS,
      shouldBlackbox: true,
      isRegex: true,
    });
    await this.#session.ask("Debugger.enable");
    this.#knowsScripts = true;
    await this.#session.ask("Debugger.setPauseOnDebuggerStatements", { enabled: true });
    await this.#activate(this.#isActive, this.#skipsPauses);
  }

  async #enable(): Promise<Parameters> {
    if (!this.#isEnabled) {
      this.#isEnabled = true;
      await this.#prepare();
    }
    return { debuggerId: `${this.#session.id}.1` };
  }

  /** A module was compiled, and waits. */
  async compiled(url: string): Promise<void> {
    if (!this.#isEnabled) return;
    // The engine has announced the module's script before it responds to this.
    await this.#activate(this.#isActive, this.#skipsPauses);
    await this.#breakpoints.place(url);
    if (!this.#session.program.takePauseAtStart(url)) return;
    this.#isAtStart = true;
    // Code of the command line is parsed when it runs.
    if (url === EVALUATED) await this.#session.ask("Debugger.pause");
    else await this.#breakpoints.setEverywhere(url);
  }

  async #activate(isActive: boolean, skipsPauses: boolean): Promise<Parameters> {
    this.#isActive = isActive;
    this.#skipsPauses = skipsPauses;
    return this.#session.ask("Debugger.setBreakpointsActive", { active: isActive && !skipsPauses });
  }

  setAsyncDepth({ maxDepth }: Parameters): Promise<Parameters> {
    if (typeof maxDepth !== "number") throw new CommandError(INVALID_PARAMETERS, "Invalid parameters");
    return this.#session.ask("Debugger.setAsyncStackTraceDepth", { depth: maxDepth });
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
    const source = this.scripts.get(scriptId)?.source() ?? null;
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

  /** An event of the engine. */
  receive(method: string, parameters: Parameters): void {
    // The engine sends the events that one debugger asked for to all.
    if (!this.#isPrepared) return;
    switch (method) {
      case "Debugger.scriptParsed":
        return this.#scriptParsed(parameters);
      case "Debugger.scriptFailedToParse":
        return;
      case "Debugger.breakpointResolved": {
        const location = this.scripts.get(parameters.location.scriptId)?.toSource(parameters.location);
        if (this.#isEnabled && location !== undefined && !this.#isAtStart)
          this.#session.notify("Debugger.breakpointResolved", {
            breakpointId: this.#breakpoints.knownAs(parameters.breakpointId),
            location,
          });
        return;
      }
      case "Debugger.paused":
        return this.#paused(parameters);
      case "Debugger.resumed":
        if (this.isPaused) this.#session.notify("Debugger.resumed", {});
        this.isPaused = false;
        return;
    }
  }

  #scriptParsed({
    scriptId,
    url,
    sourceURL,
    startLine,
    startColumn,
    endLine,
    endColumn,
    sourceMapURL,
  }: Parameters): void {
    // What was evaluated before without an address is Brio's own.
    const script = new Script(scriptId, sourceURL || url, endLine, !this.#knowsScripts);
    this.scripts.set(scriptId, script);
    if (script.isOwn || !this.#isEnabled) return;
    this.#session.notify("Debugger.scriptParsed", {
      scriptId,
      url: script.url,
      startLine,
      startColumn,
      endLine,
      endColumn,
      executionContextId: 1,
      hash: "",
      executionContextAuxData: { isDefault: true },
      isLiveEdit: false,
      sourceMapURL: sourceMapURL ?? "",
      hasSourceURL: sourceURL !== undefined && sourceURL !== "",
      isModule: false,
      length: 0,
      scriptLanguage: "JavaScript",
      embedderName: script.url,
    });
  }

  #paused({ callFrames: frames, reason, data, asyncStackTrace }: Parameters): void {
    const shown = callFrames(frames, this.scripts);
    // Nothing of the program is on the stack: the pause is behind its last line.
    if (shown.length === 0) {
      void this.#session.ask("Debugger.resume");
      return;
    }
    const breakpointId: string | undefined = data?.breakpointId;
    const isAtStart = this.#isAtStart;
    if (isAtStart) {
      this.#breakpoints.removeEverywhere();
      // The function that a module becomes may begin behind its source: debuggers show the first line.
      const [{ location, url }] = shown as [Parameters];
      if (this.scriptOf(location).engineUrl === url)
        shown[0]!.location = { ...location, lineNumber: 0, columnNumber: 0 };
    }
    this.#isAtStart = false;
    // The engine does not tell that it continues when it steps.
    if (this.isPaused) this.#session.notify("Debugger.resumed", {});
    this.isPaused = true;
    const isStep = this.#isStepping && breakpointId === undefined && reason !== "exception";
    this.#isStepping = false;
    this.#session.notify("Debugger.paused", {
      callFrames: shown,
      reason: isAtStart ? "Break on start" : isStep ? "step" : (REASONS[reason] ?? "other"),
      ...(reason === "exception" && data !== undefined ? { data: remoteObject(data) } : undefined),
      hitBreakpoints:
        breakpointId === undefined || this.#breakpoints.isOfStart(breakpointId)
          ? []
          : [this.#breakpoints.knownAs(breakpointId)],
      ...(asyncStackTrace === undefined ? undefined : { asyncStackTrace: stackTrace(asyncStackTrace, this.scripts) }),
    });
  }
}
