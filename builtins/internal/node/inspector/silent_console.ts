// `inspector.console`: its calls reach debuggers only. https://nodejs.org/api/inspector.html#inspectorconsole
import { sendSilently } from "internal:node/inspector/console_calls";
import { now } from "native:time";

/** The methods that only send their arguments, with the protocol's name of the call. */
const TYPES: Record<string, string> = {
  debug: "debug",
  error: "error",
  info: "info",
  log: "log",
  warn: "warning",
  dir: "dir",
  dirxml: "dirxml",
  table: "table",
  trace: "trace",
  group: "startGroup",
  groupCollapsed: "startGroupCollapsed",
};

type Method = (...values: unknown[]) => unknown;

/** Makes `inspector.console`. */
export function silentConsole(): Record<string, Method> {
  return { ...contextConsole(), context: () => contextConsole() };
}

/** Makes a console whose counters and timers are its own. */
function contextConsole(): Record<string, Method> {
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const made: Record<string, Method> = {};
  for (const [name, type] of Object.entries(TYPES)) made[name] = (...values) => sendSilently(type, values);
  made.groupEnd = () => sendSilently("endGroup", ["console.groupEnd"]);
  made.clear = () => sendSilently("clear", ["console.clear"]);
  made.count = (label = "default") => {
    const count = (counts.get(String(label)) ?? 0) + 1;
    counts.set(String(label), count);
    sendSilently("count", [`${label as string}: ${count}`]);
  };
  made.countReset = (label = "default") => {
    if (counts.has(String(label))) counts.set(String(label), 0);
    else sendSilently("warning", [`Count for '${label as string}' does not exist`]);
  };
  made.assert = (condition, ...values) => {
    if (!condition) sendSilently("assert", [false, ...(values.length === 0 ? ["console.assert"] : values)]);
  };
  made.time = (label = "default") => {
    if (timers.has(String(label))) sendSilently("warning", [`Timer '${label as string}' already exists`]);
    else timers.set(String(label), now());
  };
  const elapsed = (type: string, label: unknown, values: unknown[]): void => {
    const start = timers.get(String(label));
    if (start === undefined) sendSilently("warning", [`Timer '${label as string}' does not exist`]);
    else sendSilently(type, [`${label as string}: ${now() - start} ms`, ...values]);
  };
  made.timeLog = (label = "default", ...values) => elapsed("log", label, values);
  made.timeEnd = (label = "default") => {
    elapsed("timeEnd", label, []);
    timers.delete(String(label));
  };
  // Marks of the timeline and profiles, for which Node's console has no message either.
  for (const name of ["timeStamp", "profile", "profileEnd"]) made[name] = () => undefined;
  return made;
}
