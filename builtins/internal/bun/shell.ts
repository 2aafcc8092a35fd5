// `Bun.$` (https://bun.com/docs/runtime/shell): the template function, what it returns, and what that resolves with. The language
// is `bun:shell_parser`, running it `bun:shell_run`. See docs/decisions/0021-bun-shell.md.
import nodePath from "internal:core/path";
import fs from "internal:node/fs";
import { Blob } from "web:blob";
import { environment } from "internal:core/process/environment";
import { cwd } from "native:process";
import { type Node, parse } from "internal:bun/shell_parser";
import { Capture } from "internal:bun/shell_io";
import { State, runScript } from "internal:bun/shell_run";
import { bracesOf } from "internal:bun/shell_words";

const STDOUT = 1;
const STDERR = 2;
const QUIET = -1;
const NEEDS_QUOTES = /[\s'"$`\\*?~={}#;,|&<>()[\]]/;

/** What one shell gives its scripts. */
interface Defaults {
  directory: string | undefined;
  environment: Record<string, string | undefined> | undefined;
  throws: boolean;
}

/** What a script wrote, in the forms that programs want. */
class ShellOutput {
  stdout: any;
  stderr: any;
  exitCode: number;

  constructor(stdout: any, stderr: any, exitCode: number) {
    this.stdout = stdout;
    this.stderr = stderr;
    this.exitCode = exitCode;
  }
  text(encoding?: string): string {
    return this.stdout.toString(encoding);
  }
  json(): any {
    return JSON.parse(this.stdout.toString());
  }
  bytes(): Uint8Array {
    return new Uint8Array(this.stdout);
  }
  arrayBuffer(): ArrayBuffer {
    return this.bytes().buffer as ArrayBuffer;
  }
  blob(): any {
    return new Blob([this.stdout]);
  }
}

/** A script whose exit code is not 0. */
class ShellError extends Error {
  info: unknown;
  exitCode = 0;
  stdout: any;
  stderr: any;
  #output: ShellOutput | undefined;

  /** Made where the script is written, for the stack; told later what happened. */
  static fill(error: ShellError, output: ShellOutput): ShellError {
    const { stdout, stderr, exitCode } = output;
    error.message = `Failed with exit code ${exitCode}`;
    error.stack = `ShellError: ${error.message}${(error.stack ?? "").replace(/^.*/, "")}`;
    error.info = { exitCode, stderr, stdout };
    error.exitCode = exitCode;
    error.stdout = stdout;
    error.stderr = stderr;
    error.#output = output;
    return error;
  }
  text(encoding?: string): string {
    return this.#output!.text(encoding);
  }
  json(): any {
    return this.#output!.json();
  }
  bytes(): Uint8Array {
    return this.#output!.bytes();
  }
  arrayBuffer(): ArrayBuffer {
    return this.#output!.arrayBuffer();
  }
  blob(): any {
    return this.#output!.blob();
  }
}
Object.defineProperty(ShellError.prototype, "name", { value: "ShellError", writable: true, configurable: true });

/** A script that runs when somebody waits for it. */
class ShellPromise extends Promise<ShellOutput> {
  #script: Node;
  #failure: ShellError;
  #settings: Defaults;
  #isQuiet = false;
  #hasRun = false;
  #resolve: (output: ShellOutput) => void;
  #reject: (error: unknown) => void;

  constructor(script: Node, settings: Defaults, failure: ShellError) {
    let settle: [resolve: (output: ShellOutput) => void, reject: (error: unknown) => void];
    super((resolve, reject) => {
      settle = [resolve, reject];
    });
    [this.#resolve, this.#reject] = settle!;
    this.#script = script;
    this.#settings = { ...settings };
    this.#failure = failure;
  }

  // What `then` makes are plain promises.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  #requireIdle(): void {
    if (this.#hasRun) throw new Error("Shell is already running");
  }

  /** Runs it in another folder. */
  cwd(directory?: string): this {
    this.#requireIdle();
    this.#settings.directory = directory;
    return this;
  }
  /** Runs it with other exported variables. */
  env(variables?: Record<string, string | undefined>): this {
    this.#requireIdle();
    this.#settings.environment = variables;
    return this;
  }
  /** Shows nothing of what is written. */
  quiet(isQuiet = true): this {
    this.#requireIdle();
    this.#isQuiet = isQuiet;
    return this;
  }
  /** Resolves also when the exit code is not 0. */
  nothrow(): this {
    return this.throws(false);
  }
  throws(throws = true): this {
    this.#requireIdle();
    this.#settings.throws = Boolean(throws);
    return this;
  }

  #quietly(): Promise<ShellOutput> {
    return this.quiet();
  }
  async text(encoding?: string): Promise<string> {
    return (await this.#quietly()).text(encoding);
  }
  async json(): Promise<any> {
    return (await this.#quietly()).json();
  }
  async bytes(): Promise<Uint8Array> {
    return (await this.#quietly()).bytes();
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.#quietly()).arrayBuffer();
  }
  async blob(): Promise<any> {
    return (await this.#quietly()).blob();
  }
  async *lines(): AsyncGenerator<string> {
    const { stdout } = await this.#quietly();
    yield* stdout.toString().split("\n");
  }

  /** Starts it now. */
  run(): this {
    if (!this.#hasRun) {
      this.#hasRun = true;
      this.#start().then(this.#resolve, this.#reject);
    }
    return this;
  }

  override then(onFulfilled?: any, onRejected?: any): Promise<any> {
    this.run();
    return super.then(onFulfilled, onRejected);
  }

  async #start(): Promise<ShellOutput> {
    const { directory, environment: given, throws } = this.#settings;
    const folder = nodePath.resolve(cwd(), directory ?? "");
    requireFolder(folder);
    const output = new Capture(this.#isQuiet ? QUIET : STDOUT);
    const errors = new Capture(this.#isQuiet ? QUIET : STDERR);
    const exitCode = await runScript(
      this.#script,
      new State(folder, textsOf(given ?? environment)),
      { fd: 0, bytes: null },
      output,
      errors,
    );
    const result = new ShellOutput(output.bytes(), errors.bytes(), exitCode);
    if (exitCode !== 0 && throws) throw ShellError.fill(this.#failure, result);
    return result;
  }
}

function requireFolder(folder: string): void {
  try {
    if (fs.statSync(folder).isDirectory()) return;
  } catch (error: any) {
    if (error.code !== "ENOENT") throw error;
    throw Object.assign(new Error("No such file or directory"), {
      code: "ENOENT",
      errno: error.errno,
      syscall: "open",
      path: folder,
    });
  }
  throw Object.assign(new Error("Not a directory"), { code: "ENOTDIR", syscall: "open", path: folder });
}

function textsOf(variables: Record<string, string | undefined>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of Object.keys(variables)) if (variables[name] !== undefined) texts[name] = `${variables[name]}`;
  return texts;
}

/** Members of every `$`. */
const shellPrototype: any = Object.create(Function.prototype);

function makeShell(): any {
  const defaults: Defaults = { directory: undefined, environment: undefined, throws: true };
  const shell: any = function BunShell(pieces: any, ...values: any[]): ShellPromise {
    if (pieces?.raw === undefined) throw new Error("Please use '$' as a tagged template function: $`cmd arg1 arg2`");
    return new ShellPromise(parse(pieces.raw, values), defaults, new ShellError());
  };
  Object.setPrototypeOf(shell, shellPrototype);
  settings.set(shell, defaults);
  return shell;
}

const settings = new WeakMap<object, Defaults>();

function defaultsOf(shell: any): Defaults {
  const found = settings.get(shell);
  if (found === undefined) throw new TypeError("this is no shell");
  return found;
}

/** `new $.Shell()`: a `$` with settings of its own. */
function Shell(): any {
  return makeShell();
}
Object.defineProperty(Shell, "prototype", { value: shellPrototype });

const members = {
  /** Sets the exported variables of scripts that start later; without an argument those of the process. */
  env(this: any, variables?: Record<string, string | undefined>): any {
    if (variables !== undefined && (typeof variables !== "object" || variables === null))
      throw new TypeError("env must be an object or undefined");
    defaultsOf(this).environment = variables;
    return this;
  },
  /** Sets their folder. */
  cwd(this: any, directory?: string): any {
    if (directory !== undefined && typeof directory !== "string")
      throw new TypeError("cwd must be a string or undefined");
    defaultsOf(this).directory = directory;
    return this;
  },
  nothrow(this: any): any {
    defaultsOf(this).throws = false;
    return this;
  },
  throws(this: any, throws: boolean): any {
    defaultsOf(this).throws = Boolean(throws);
    return this;
  },
};
for (const name of Object.keys(members) as (keyof typeof members)[])
  Object.defineProperty(shellPrototype, name, { value: members[name], writable: true, configurable: true });
Object.defineProperty(shellPrototype, "constructor", { value: Shell, writable: true, configurable: true });

function escape(value: unknown): string {
  const text = `${value as string}`;
  return text === "" || NEEDS_QUOTES.test(text) ? `"${text.replace(/[$`"\\]/g, "\\$&")}"` : text;
}

/** `Bun.$`. */
export const $: any = Object.assign(makeShell(), {
  Shell,
  ShellPromise,
  ShellError,
  braces: (text: unknown) => bracesOf(`${text as string}`),
  escape,
});
