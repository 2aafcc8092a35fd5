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

type Method = (...values: unknown[]) => unknown;
type Notify = (details: object) => void;

const watchers = new Map<object, { commands: Commands; notify: Notify }>();

/** Calls `notify` for each call of the global console; `commands` keeps the objects that were printed. */
export function watch(session: object, commands: Commands, notify: Notify): void {
  if (watchers.size === 0) wrap((globalThis as unknown as { console: Record<string, Method> }).console);
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
    Object.defineProperty(console, name, { value: wrapped, writable: true, configurable: true, enumerable: true });
  }
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
  if (watchers.size === 0 || (type === "assert" && given[0])) return;
  const values = type === "assert" ? given.slice(1) : given;
  const callFrames = getCallSites(FRAMES)
    .filter(({ scriptName }) => !scriptName.startsWith("internal:"))
    .map(({ functionName, scriptName, lineNumber, columnNumber }) => ({
      functionName,
      scriptId: "0",
      url: scriptName,
      lineNumber: lineNumber - 1,
      columnNumber: columnNumber - 1,
    }));
  for (const { commands, notify } of watchers.values())
    notify({
      type,
      args: values.map((value) => describe(commands.remotes, value, false)),
      executionContextId: CONTEXT,
      timestamp: Date.now(),
      stackTrace: { callFrames },
    });
}
