// The prompt of the debugger: a REPL whose names are the commands.
import { inspect } from "internal:core/util/inspect";
import { validateNumber, validateString } from "internal:core/validators";
import { HELP } from "internal:startup/debugger/help";
import type { Session } from "internal:startup/debugger/session";
import processObject from "internal:node/process";
import { REPLServer, type REPLServerClass } from "internal:node/repl/server";
import { Script } from "internal:node/vm/script";

type Callback = (error: unknown, value?: unknown) => void;
type Server = InstanceType<REPLServerClass>;

const PROMPT = "debug> ";
const DOMAINS = ["Debugger", "HeapProfiler", "Profiler", "Runtime", "NodeRuntime", "Schema", "Console"];

export class Prompt {
  readonly #session: Session;
  readonly #repl: Server;
  #last = "";
  /** Whether all that is typed is evaluated in the program. */
  #evaluates = false;

  constructor(session: Session) {
    this.#session = session;
    this.#repl = new (REPLServer as unknown as REPLServerClass)({
      prompt: PROMPT,
      input: processObject.stdin,
      output: processObject.stdout,
      eval: (input: string, context: object, file: string, callback: Callback) =>
        this.#evaluate(input, context, file, callback),
      useGlobal: false,
      ignoreUndefined: true,
    });
    this.#defineCommands();
    this.#repl.defineCommand("interrupt", { help: "Act as Ctrl+C", action: () => this.#repl.emit("SIGINT") });
    this.#repl.on("exit", () => {
      session.kill();
      processObject.exit(0);
    });
  }

  /** Shows the prompt again, behind something that was printed. */
  show(): void {
    this.#repl.displayPrompt(true);
  }

  #evaluate(input: string, context: object, file: string, callback: Callback): void {
    const text = input.trim();
    if (text !== "") this.#last = text;
    const command = text === "" ? this.#last : text;
    this.#run(command, context, file).then(
      (value) => callback(null, value),
      (error) => callback(error),
    );
  }

  async #run(command: string, context: object, file: string): Promise<unknown> {
    if (command === "") return undefined;
    if (this.#evaluates) return this.#exec(command);
    const given = /^(?:exec|p)\s+([^\n]+)$/.exec(command);
    if (given !== null) return this.#exec(given[1]!);
    return new Script(command, { filename: file }).runInContext(context) as unknown;
  }

  async #exec(expression: string): Promise<unknown> {
    validateString(expression, "expression");
    if (expression.trim() === ".scope") return this.#session.scopes();
    return printed(await this.#session.evaluate(expression));
  }

  #defineCommands(): void {
    for (const [names, command] of [...this.#words(), ...this.#steps()])
      for (const name of names.split(" "))
        Object.defineProperty(this.#repl.context, name, { get: command, enumerable: true, configurable: true });
    for (const [names, command] of Object.entries(this.#functions()))
      for (const name of names.split(" ")) this.#repl.context[name] = command;
    for (const domain of DOMAINS) this.#repl.context[domain] = this.#domain(domain);
  }

  /** The commands without arguments. */
  #words(): [names: string, command: () => unknown][] {
    const session = this.#session;
    return [
      ["help", () => printed(HELP)],
      ["run restart r", () => session.restart()],
      ["kill", () => session.end()],
      ["backtrace bt", () => printed(session.backtrace())],
      ["breakpoints", () => printed(session.breakpoints.list())],
      ["breakOnException", () => session.pauseOnExceptions("all")],
      ["breakOnUncaught", () => session.pauseOnExceptions("uncaught")],
      ["breakOnNone", () => session.pauseOnExceptions("none")],
      ["watchers", () => session.watchers().then(printed)],
      ["profile", () => session.profiles.start()],
      ["profileEnd", () => session.profiles.stop()],
      ["profiles", () => session.profiles.taken],
      ["version", () => session.evaluate("process.versions.v8").then((text) => printed(text.replaceAll("'", "")))],
      ["repl", () => this.#beginEvaluating()],
      ["scripts", () => this.#scripts()],
    ];
  }

  #steps(): [names: string, command: () => unknown][] {
    const session = this.#session;
    return [
      ["cont c", () => session.proceed("resume")],
      ["next n", () => session.proceed("stepOver")],
      ["step s", () => session.proceed("stepInto")],
      ["out o", () => session.proceed("stepOut")],
      ["pause", () => session.client.call("Debugger.pause").then(() => undefined)],
    ];
  }

  /** A function that is printed as what it returns. */
  #scripts(): unknown {
    const list = (isComplete = false): unknown =>
      printed(this.#session.scripts.list(this.#session.currentScript, isComplete));
    return Object.assign(list, { [inspect.custom]: () => (list() as { text: string }).text });
  }

  #functions(): Record<string, (...values: never[]) => unknown> {
    const session = this.#session;
    return {
      list: async (around = 5) => printed(await session.lines(around)),
      "exec p": (expression: string) => this.#exec(expression),
      watch: (expression: unknown) => {
        validateString(expression, "expression");
        session.watch(expression);
      },
      unwatch: (which: string | number) => session.unwatch(which),
      "setBreakpoint sb": (script?: unknown, line?: unknown, condition?: string) =>
        this.#setBreakpoint(script, line, condition),
      "clearBreakpoint cb": (script: string, line: number) => session.breakpoints.clear(script, line),
      setContextLineNumber: (around: unknown) => {
        validateNumber(around, "delta", 1);
        session.around = around;
      },
      takeHeapSnapshot: (file?: string) => session.profiles.takeSnapshot(file),
    };
  }

  async #setBreakpoint(given: unknown, line: unknown, condition: string | undefined): Promise<unknown> {
    const session = this.#session;
    const isHere = typeof given !== "string";
    const at = isHere ? (given ?? session.place().line + 1) : line;
    const name = isHere ? session.place().script : given;
    validateNumber(at, "line", 1);
    const script = await session.breakpoints.set(name, at, condition);
    if (script === undefined || script.id !== session.currentScript) return undefined;
    return printed(await session.linesOfBreakpoint(script, at - 1));
  }

  /** A domain of the protocol, whose commands are functions. */
  #domain(name: string): object {
    const call = (_target: object, method: string | symbol): unknown => {
      if (typeof method === "symbol") return undefined;
      return (parameters?: Record<string, unknown>) => this.#session.client.call(`${name}.${method}`, parameters);
    };
    return new Proxy(
      { [inspect.custom]: () => `[Agent ${name}]` },
      {
        get: (target, method) => Reflect.get(target, method) ?? call(target, method),
      },
    );
  }

  #beginEvaluating(): void {
    const repl = this.#repl;
    repl.output.write("Press Ctrl+C to leave debug repl\n");
    const listeners = repl.listeners("SIGINT");
    repl.removeAllListeners("SIGINT");
    this.#evaluates = true;
    repl.setPrompt("> ");
    repl.once("SIGINT", () => {
      this.#evaluates = false;
      for (const listener of listeners) repl.on("SIGINT", listener as () => void);
      repl.setPrompt(PROMPT);
      repl.displayPrompt();
    });
  }
}

/** A text that the REPL prints as it is. */
function printed(text: string): object {
  return { text, [inspect.custom]: () => text };
}
