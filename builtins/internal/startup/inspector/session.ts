// The session of one debugger: it speaks Chrome's protocol, and the engine WebKit's. Commands that the engine has no counterpart
// of are asked of the inspected program (`Program`), which runs them when it is not paused.
import type { EngineConnection } from "internal:startup/inspector/engine_connection";
import type { EngineDebugger } from "internal:startup/inspector/engine_debugger";
import { DebuggerDomain } from "internal:startup/inspector/debugger_domain";
import { RuntimeDomain } from "internal:startup/inspector/runtime_domain";
import { resourceCommands } from "internal:startup/inspector/resources";
import {
  CommandError,
  FAILED,
  INVALID_PARAMETERS,
  METHOD_NOT_FOUND,
  type Parameters,
} from "internal:startup/inspector/protocol";

/** Runs a command of a domain. */
export type Command = (parameters: Parameters) => Parameters | Promise<Parameters>;

/** The inspected program, as far as the engine is not asked. */
export interface Program {
  /** The number of its thread. */
  readonly thread: number;
  /** The name of its realm. */
  readonly name: string;
  /** The engine's address of the file that it runs; null for code that is no file. */
  readonly mainUrl: string | null;
  /** The sessions of its debuggers, by their numbers. */
  readonly sessions: Map<number, Session>;
  readonly connection: EngineConnection;
  /** The debugger of its engine. */
  readonly engine: EngineDebugger;
  /** Whether debuggers may load resources. */
  readonly hasResources: boolean;
  /** Runs a command in the program. */
  run(session: number, method: string, parameters: Parameters): Promise<Parameters>;
  /** An expression for the global object of the program's side. */
  readonly hook: string;
  /** Whether it waits for a debugger to let it start. */
  readonly isWaitingForDebugger: boolean;
  /** A debugger says that the program may start. */
  release(): void;
  /** Whether the program has to pause before the first line of this module, its main one; the first time only. */
  takePauseAtStart(url: string): boolean;
}

const CONTINUING = new Set([
  "Runtime.runIfWaitingForDebugger",
  "Debugger.resume",
  "Debugger.stepOver",
  "Debugger.stepInto",
  "Debugger.stepOut",
  "Debugger.continueToLocation",
]);
/** Commands that may end when the program has run. */
const MAY_TAKE_LONG = new Set([
  ...CONTINUING,
  "Runtime.evaluate",
  "Runtime.awaitPromise",
  "Runtime.callFunctionOn",
  "Debugger.evaluateOnCallFrame",
  "HeapProfiler.takeHeapSnapshot",
  "Profiler.stop",
]);

let lastSession = 0;

export class Session {
  readonly program: Program;
  /** Its number for the engine and the program. */
  readonly id: number;
  readonly #write: (text: string) => void;
  #commands: Record<string, Command>;
  readonly debuggerDomain: DebuggerDomain;
  readonly runtime: RuntimeDomain;
  #hasEnded = false;
  /** The running commands that prepare the program. */
  readonly #preparing = new Set<Promise<Parameters>>();

  /** `write` sends a message to the debugger. */
  constructor(program: Program, write: (text: string) => void) {
    this.program = program;
    this.#write = write;
    this.id = ++lastSession;
    program.connection.open();
    program.sessions.set(this.id, this);
    this.debuggerDomain = new DebuggerDomain(this);
    this.runtime = new RuntimeDomain(this);
    this.#commands = {
      ...this.runtime.commands,
      ...this.debuggerDomain.commands,
      ...(program.hasResources ? resourceCommands() : undefined),
    };
  }

  /** Adds the commands of a domain. */
  add(commands: Record<string, Command>): void {
    this.#commands = { ...this.#commands, ...commands };
  }

  /** Ends the session; a paused program continues. */
  end(): void {
    this.#hasEnded = true;
    this.program.sessions.delete(this.id);
    this.debuggerDomain.disable().catch(() => {});
    if (this.program.sessions.size === 0) this.program.connection.close();
  }

  /** A message of the debugger. Ends when it has the response. */
  async receive(text: string): Promise<void> {
    let message: { id?: unknown; method?: unknown; params?: unknown };
    try {
      message = JSON.parse(text);
    } catch {
      return this.#respond(null, null, new CommandError(-32700, "JSON: keyword expected"));
    }
    const { id, method, params } = message;
    if (typeof id !== "number" || !Number.isInteger(id))
      return this.#respond(null, null, new CommandError(-32600, "Message must have integer 'id' property"));
    if (typeof method !== "string")
      return this.#respond(id, null, new CommandError(-32600, "Message must have string 'method' property"));
    if (params !== undefined && (typeof params !== "object" || params === null))
      return this.#respond(id, null, new CommandError(INVALID_PARAMETERS, "Invalid parameters"));
    try {
      this.#respond(id, await this.#run(method, (params ?? {}) as Parameters), null);
    } catch (error) {
      this.#respond(id, null, error);
    }
  }

  /** Runs a command. Those that let the program run wait for the others, which prepare it. */
  async #run(method: string, parameters: Parameters): Promise<Parameters> {
    if (CONTINUING.has(method)) await Promise.allSettled(this.#preparing);
    const running = this.#start(method, parameters);
    if (MAY_TAKE_LONG.has(method)) return running;
    this.#preparing.add(running);
    try {
      return await running;
    } finally {
      this.#preparing.delete(running);
    }
  }

  async #start(method: string, parameters: Parameters): Promise<Parameters> {
    if (Object.hasOwn(this.#commands, method)) return this.#commands[method]!(parameters);
    return this.program.run(this.id, method, parameters);
  }

  #respond(id: number | null, result: Parameters | null, error: unknown): void {
    if (this.#hasEnded) return;
    if (result !== null) return this.#write(JSON.stringify({ id, result }));
    const { code, message } = error instanceof CommandError ? error : new CommandError(FAILED, String(error));
    this.#write(JSON.stringify({ ...(id === null ? undefined : { id }), error: { code, message } }));
  }

  /** Sends an event to the debugger. */
  notify(method: string, parameters: Parameters): void {
    if (!this.#hasEnded) this.#write(JSON.stringify({ method, params: parameters }));
  }

  /** Runs a command of the engine. Rejects with its error. */
  ask(method: string, parameters: Parameters = {}): Promise<Parameters> {
    return this.program.connection.ask(method, parameters);
  }

  /** Evaluates something of Brio's own: nothing pauses in it, and its outcome does not matter. */
  evaluateQuietly(expression: string): void {
    this.ask("Runtime.evaluate", { expression, doNotPauseOnExceptionsAndMuteConsole: true }).catch(() => {});
  }

  /** Evaluates what a user typed: with `require`, when it is mentioned. */
  async askWithRequire(method: string, parameters: Parameters): Promise<Parameters> {
    const needsRequire = parameters.includeCommandLineAPI === true && /\brequire\b/.test(parameters.expression);
    if (!needsRequire) return this.ask(method, parameters);
    this.evaluateQuietly(`${this.program.hook}.addRequire()`);
    try {
      return await this.ask(method, parameters);
    } finally {
      // Not before: a module that is required takes messages while it is loaded.
      this.evaluateQuietly(`${this.program.hook}.removeRequire()`);
    }
  }
}

/** The error of a command that is not there. */
export function notFound(method: string): CommandError {
  return new CommandError(METHOD_NOT_FOUND, `'${method}' wasn't found`);
}
