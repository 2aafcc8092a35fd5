// `Bun.$` (https://bun.com/docs/runtime/shell): the template function, the promise it returns, and the result. `shell_parser` parses
// the language, `shell_run` runs it. See docs/decisions/bun_shell.md.
import type { FastBuffer } from "internal:core/buffer/class";
import nodePath from "internal:core/path";
import fs from "internal:node/fs";
import { Blob } from "web:blob";
import { copyOfVariables } from "internal:core/process/environment";
import { cwd } from "native:process";
import { type Node, parse } from "internal:bun/shell_parser";
import { Capture } from "internal:bun/shell_io";
import { State, runScript } from "internal:bun/shell_run";
import { bracesOf } from "internal:bun/shell_words";

const STDOUT = 1;
const STDERR = 2;
const QUIET = -1;
const NEEDS_QUOTES = /[\s'"$`\\*?~={}#;,|&<>()[\]]/;

/** The settings that one shell passes to its scripts. */
interface Defaults {
  directory: string | undefined;
  environment: Record<string, string | undefined> | undefined;
  throws: boolean;
}

/** The output of a script. */
class ShellOutput {
  stdout: FastBuffer;
  stderr: FastBuffer;
  exitCode: number;

  constructor(stdout: FastBuffer, stderr: FastBuffer, exitCode: number) {
    this.stdout = stdout;
    this.stderr = stderr;
    this.exitCode = exitCode;
  }
  text(encoding?: string): string {
    return (this.stdout as { toString(encoding?: string): string }).toString(encoding);
  }
  json(): unknown {
    return JSON.parse(this.stdout.toString());
  }
  bytes(): Uint8Array {
    return new Uint8Array(this.stdout);
  }
  arrayBuffer(): ArrayBuffer {
    return this.bytes().buffer as ArrayBuffer;
  }
  blob(): Blob {
    return new Blob([this.stdout]);
  }
}

/** What `JSON.stringify` makes of the output in an error. */
function bufferToText(this: FastBuffer): string {
  return this.toString();
}

/** A script whose exit code is not 0. */
class ShellError extends Error {
  declare info: unknown;
  declare exitCode: number;
  declare stdout: FastBuffer | undefined;
  declare stderr: FastBuffer | undefined;
  #output: ShellOutput | undefined;

  /** Completes an error that was made where the script was written, for its stack. */
  static fill(error: ShellError, output: ShellOutput): ShellError {
    const { stdout, stderr, exitCode } = output;
    const message = `Failed with exit code ${exitCode}`;
    error.stack = `ShellError: ${message}${(error.stack ?? "").replace(/^.*/, "")}`;
    for (const buffer of [stdout, stderr])
      Object.defineProperty(buffer, "toJSON", { value: bufferToText, writable: true, configurable: true });
    const info = { exitCode, stderr, stdout };
    for (const [name, value] of Object.entries({ message, info }))
      Object.defineProperty(error, name, { value, writable: true, configurable: true });
    Object.assign(error, { exitCode, stdout, stderr, name: "ShellError" });
    error.#output = output;
    return error;
  }
  text(encoding?: string): string {
    return this.#output!.text(encoding);
  }
  json(): unknown {
    return this.#output!.json();
  }
  bytes(): Uint8Array {
    return this.#output!.bytes();
  }
  arrayBuffer(): ArrayBuffer {
    return this.#output!.arrayBuffer();
  }
  blob(): Blob {
    return this.#output!.blob();
  }
}
Object.defineProperty(ShellError.prototype, "name", { value: "ShellError", writable: true, configurable: true });

/** A script that starts on the first `then` or `await`. */
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

  // `then` makes plain promises.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  #requireIdle(): void {
    if (this.#hasRun) throw new Error("Shell is already running");
  }

  /** Sets the folder that it runs in. */
  cwd(directory?: string): this {
    this.#requireIdle();
    this.#settings.directory = directory;
    return this;
  }
  /** Sets its exported variables. */
  env(variables?: Record<string, string | undefined>): this {
    this.#requireIdle();
    this.#settings.environment = variables;
    return this;
  }
  /** Does not print the output. */
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
  async json(): Promise<unknown> {
    return (await this.#quietly()).json();
  }
  async bytes(): Promise<Uint8Array> {
    return (await this.#quietly()).bytes();
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.#quietly()).arrayBuffer();
  }
  async blob(): Promise<Blob> {
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

  override then<Fulfilled = ShellOutput, Rejected = never>(
    onFulfilled?: ((output: ShellOutput) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: any) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
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
      new State(folder, given === undefined ? copyOfVariables() : stringsOf(given)),
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

function stringsOf(variables: Record<string, string | undefined>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of Object.keys(variables)) if (variables[name] !== undefined) texts[name] = `${variables[name]}`;
  return texts;
}

/** Members of every `$`. */
const shellPrototype: object = Object.create(Function.prototype);

/** A `$`. Its prototype has `members`. */
interface BunShell {
  (pieces: TemplateStringsArray, ...values: unknown[]): ShellPromise;
}

function makeShell(): BunShell {
  const defaults: Defaults = { directory: undefined, environment: undefined, throws: true };
  const shell: BunShell = function BunShell(pieces, ...values) {
    if (pieces?.raw === undefined) throw new Error("Please use '$' as a tagged template function: $`cmd arg1 arg2`");
    return new ShellPromise(parse(pieces.raw, values), defaults, new ShellError());
  };
  Object.setPrototypeOf(shell, shellPrototype);
  settings.set(shell, defaults);
  return shell;
}

const settings = new WeakMap<object, Defaults>();

function defaultsOf(shell: BunShell): Defaults {
  const found = settings.get(shell);
  if (found === undefined) throw new TypeError("`this` is not a shell");
  return found;
}

/** `new $.Shell()`: a `$` with settings of its own. */
function Shell(): BunShell {
  return makeShell();
}
Object.defineProperty(Shell, "prototype", { value: shellPrototype });

const members = {
  /** Sets the exported variables of scripts that start later; without an argument those of the process. */
  env(this: BunShell, variables?: Record<string, string | undefined>): BunShell {
    if (variables !== undefined && (typeof variables !== "object" || variables === null))
      throw new TypeError("env must be an object or undefined");
    defaultsOf(this).environment = variables;
    return this;
  },
  /** Sets the folder of scripts that start later. */
  cwd(this: BunShell, directory?: string): BunShell {
    if (directory !== undefined && typeof directory !== "string")
      throw new TypeError("cwd must be a string or undefined");
    defaultsOf(this).directory = directory;
    return this;
  },
  nothrow(this: BunShell): BunShell {
    defaultsOf(this).throws = false;
    return this;
  },
  throws(this: BunShell, throws: boolean): BunShell {
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
export const $ = Object.assign(makeShell(), {
  Shell,
  ShellPromise,
  ShellError,
  braces: (text: unknown) => bracesOf(`${text as string}`),
  escape,
});
