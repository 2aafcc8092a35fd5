// Tells debuggers what a program prints by the global console (`Runtime.consoleAPICalled`).
import { safe } from "internal:core/bootstrap";
import { getCallSites } from "internal:core/util/call_sites";
import type { Commands } from "internal:node/inspector/commands";
import { describe } from "internal:node/inspector/remote_objects";

/** The methods that debuggers hear of, with the protocol's name of the call. */
const TYPES: Record<string, string> = {
  log: "log",
  debug: "debug",
  info: "info",
  error: "error",
  warn: "warning",
  dir: "dir",
  dirxml: "dirxml",
  table: "table",
  trace: "trace",
  clear: "clear",
  group: "startGroup",
  groupCollapsed: "startGroupCollapsed",
  groupEnd: "endGroup",
  assert: "assert",
  count: "count",
  timeEnd: "timeEnd",
};
const CONTEXT = 1;
const FRAMES = 100;

/** So many calls are kept for debuggers that connect later, as V8 does. */
const KEPT_MAX = 1000;

type Method = (...values: unknown[]) => unknown;
type Notify = (details: object) => void;

/** A call of the console. */
interface Call {
  type: string;
  values: unknown[];
  callFrames: object[];
  timestamp: number;
}

/** The calls so far; null while they are not kept. */
let kept: Call[] | null = null;

/** Keeps the calls of the global console from now on, for `replay`. */
export function keep(): void {
  kept = [];
  wrap((globalThis as unknown as { console: Record<string, Method> }).console);
}

/** Ends `keep`. */
export function stopKeeping(): void {
  kept = null;
}

/** Forgets the calls so far. */
export function discard(): void {
  if (kept !== null) kept = [];
}

/** Sends the kept calls. */
export function replay(commands: Commands, notify: Notify): void {
  for (const call of kept ?? []) notify(detailsOf(call, commands));
}

const watchers = new Map<object, { commands: Commands; notify: Notify }>();

/** Calls `notify` for each call of the global console; `commands` keeps the objects that were printed. */
export function watch(session: object, commands: Commands, notify: Notify): void {
  wrap((globalThis as unknown as { console: Record<string, Method> }).console);
  watchers.set(session, { commands, notify });
}

/** Ends `watch`. */
export function forget(session: object): void {
  watchers.delete(session);
}

/** Sends a call of `inspector.console` to debuggers. */
export function sendSilently(type: string, values: unknown[]): void {
  tell(type, values);
}

let isWrapped = false;

function wrap(console: Record<string, Method>): void {
  if (isWrapped) return;
  isWrapped = true;
  for (const [name, type] of Object.entries(TYPES)) {
    const original = console[name]!;
    const wrapped = {
      [name](this: unknown, ...values: unknown[]): unknown {
        notifyUnlessNested(type, values);
        return safe.apply(original, this, values);
      },
    }[name]!;
    replace(console, name, wrapped);
  }
  replace(
    console,
    "profile",
    (title) => void forProfilers((commands) => commands.beginConsoleProfile(String(title ?? ""))),
  );
  replace(
    console,
    "profileEnd",
    (title) =>
      void forProfilers((commands) => commands.endConsoleProfile(title === undefined ? undefined : String(title))),
  );
}

function replace(console: Record<string, Method>, name: string, value: Method): void {
  safe.defineProperty(console, name, { value, writable: true, configurable: true, enumerable: true });
}

function forProfilers(act: (commands: Commands) => void): void {
  for (const { commands } of watchers.values()) if (commands.isProfilerEnabled) act(commands);
}

let isNotifying = false;

/** A listener that prints is not notified of that. */
function notifyUnlessNested(type: string, values: unknown[]): void {
  if (isNotifying) return;
  isNotifying = true;
  try {
    tell(type, values);
  } finally {
    isNotifying = false;
  }
}

function tell(type: string, given: unknown[]): void {
  if ((watchers.size === 0 && kept === null) || (type === "assert" && given[0])) return;
  const values = type === "assert" ? given.slice(1) : given;
  const call = { type, values, callFrames: callFrames(), timestamp: Date.now() };
  if (kept !== null && kept.push(call) > KEPT_MAX) kept.shift();
  for (const { commands, notify } of watchers.values()) notify(detailsOf(call, commands));
}

/** The call frames of the program. */
export function callFrames(): object[] {
  return getCallSites(FRAMES)
    .filter(({ scriptName }) => !scriptName.startsWith("internal:"))
    .map(({ functionName, scriptName, lineNumber, columnNumber }) => ({
      functionName,
      scriptId: "0",
      url: scriptName,
      lineNumber: lineNumber - 1,
      columnNumber: columnNumber - 1,
    }));
}

function detailsOf({ type, values, callFrames, timestamp }: Call, commands: Commands): object {
  return {
    type,
    args: values.map((value) => describe(commands.remotes, value, false)),
    executionContextId: CONTEXT,
    timestamp,
    stackTrace: { callFrames },
  };
}
