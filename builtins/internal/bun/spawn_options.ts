// The options of Bun.spawn and Bun.spawnSync: types, and checks with Bun's messages. `spawn` reads the values.
import type { AbortSignal } from "web:abort";
import type { Terminal } from "internal:bun/terminal";
import { determineSpecificType, ERR_OUT_OF_RANGE } from "internal:core/errors";
import { signals } from "internal:core/signals";
import defer * as bunErrors from "internal:bun/errors";

/** The options as programs pass them. */
export interface SpawnOptions {
  cmd?: unknown[];
  argv0?: unknown;
  cwd?: unknown;
  env?: Record<string, unknown>;
  stdio?: unknown[];
  stdin?: unknown;
  stdout?: unknown;
  stderr?: unknown;
  terminal?: Terminal | ConstructorParameters<typeof Terminal>[0] | null;
  ipc?: (message: unknown, subprocess: object, handle: unknown) => void;
  serialization?: string;
  signal?: AbortSignal | null;
  killSignal?: string | number;
  onExit?: (subprocess: object, exitCode: number | null, signalCode: string | null, error: undefined) => void;
  onDisconnect?: (isOk: boolean) => void;
  timeout?: number;
  maxBuffer?: number;
  uid?: number;
  gid?: number;
  detached?: boolean;
}

const SIGNAL_MAX = 31;
/** Other names of SIGABRT and SIGIO. */
const ALIASES = new Set(["SIGIOT", "SIGPOLL", "SIGUNUSED"]);

function failure(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code });
}

/** Throws for invalid options. */
export function checkOptions(options: SpawnOptions, isSync: boolean): void {
  const { env, stdio, onExit, signal, serialization, cwd, terminal } = options;
  if (!isMissing(env)) checkEnvironment(env!);
  if (!isMissing(stdio) && !Array.isArray(stdio)) throw bunErrors.invalid("stdio must be an array");
  if (!isMissing(onExit) && typeof onExit !== "function")
    throw bunErrors.invalid("onExit must be a function or undefined");
  checkCount("timeout", options.timeout);
  for (const name of ["uid", "gid"] as const)
    if (!isMissing(options[name]) && typeof options[name] !== "number") throw notNumber(name, options[name]);
  if (!isMissing(signal) && typeof signal!.addEventListener !== "function")
    throw bunErrors.invalid(
      `The "signal" argument must be of type AbortSignal. Received ${determineSpecificType(signal)}`,
    );
  if (
    !isSync &&
    options.ipc !== undefined &&
    !isMissing(serialization) &&
    serialization !== "json" &&
    serialization !== "advanced"
  )
    throw bunErrors.invalid('serialization must be "json" or "advanced"');
  if (!isMissing(cwd)) checkText("property 'options.cwd'", `${cwd}`);
  if (isMissing(terminal)) return;
  if (isSync) throw bunErrors.invalid("terminal option is only supported for Bun.spawn, not Bun.spawnSync");
  if (typeof terminal !== "object") throw bunErrors.invalid("terminal must be a Terminal object or options object");
}

/** Throws for arguments that the system would cut off. */
export function checkArguments(args: readonly string[]): void {
  for (let index = 0; index < args.length; index++) checkText(`argument 'args[${index}]'`, args[index]!);
}

function checkEnvironment(env: Record<string, unknown>): void {
  if (typeof env !== "object") throw bunErrors.invalid("env must be an object");
  for (const name of Object.keys(env)) {
    checkText(`property 'options.env['${name}']'`, name);
    if (env[name] !== undefined) checkText(`property 'options.env['${name}']'`, `${env[name]}`);
  }
}

function checkText(what: string, text: string): void {
  if (text.includes("\0"))
    throw failure(
      "ERR_INVALID_ARG_VALUE",
      `The ${what} must be a string without null bytes. Received ${JSON.stringify(text)}`,
    );
}

function checkCount(name: string, value: unknown): void {
  if (isMissing(value)) return;
  if (typeof value !== "number") throw notNumber(name, value);
  if (Number.isNaN(value)) throw new ERR_OUT_OF_RANGE(name, "a non-negative integer", value);
  if (value < 0) throw new ERR_OUT_OF_RANGE(name, `>= 0 and <= ${Number.MAX_SAFE_INTEGER}`, value);
}

function notNumber(name: string, value: unknown): TypeError {
  return bunErrors.invalid(`The "${name}" property must be of type number. Received ${typeof value}`);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The number of a signal that is given by name or number; `otherwise` when it is missing. */
export function signalOf(signal: unknown, otherwise: number): number {
  if (isMissing(signal)) return otherwise;
  if (typeof signal === "number") {
    if (!Number.isInteger(signal)) throw bunErrors.invalid("Unknown signal");
    if (signal < 0) throw bunErrors.invalid("Invalid signal: must be >= 0");
    if (signal > SIGNAL_MAX) throw bunErrors.invalid(`Invalid signal: must be < ${SIGNAL_MAX + 1}`);
    return signal;
  }
  if (typeof signal !== "string") throw bunErrors.invalid("Invalid signal: must be a string or an integer");
  const number = signals[signal];
  if (number === undefined) throw bunErrors.invalid(`signal must be one of ${signalNames()}`);
  return number;
}

function signalNames(): string {
  const names = Object.keys(signals)
    .filter((name) => !ALIASES.has(name))
    .sort((a, b) => signals[a]! - signals[b]!)
    .map((name) => `'${name}'`);
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
