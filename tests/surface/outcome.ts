// The outcome of a call, as one line of text that is equal in runtimes that behave equally.
import process from "node:process";

/** A function that stands for a callback in the tables of calls: each call gets its own. */
export const CALLBACK = Symbol("callback");
/** How long a promise, a callback or an `error` event is waited for, in milliseconds. */
const PATIENCE_MS = 40;

/** A call: `holder` creates or is the object whose function it is. */
export interface Call {
  name: string;
  invoke: (args: unknown[]) => unknown;
  args: unknown[];
  /** Whether only what happens at once counts: for calls that go to a network, or that wait. */
  isImmediate: boolean;
}

let uncaught: ((error: unknown) => void) | undefined;
process.on("uncaughtException", (error) => uncaught?.(error));
process.on("unhandledRejection", (error) => uncaught?.(error));

/** An error as text: its class, its code, its message. */
export function errorText(error: any): string {
  if (typeof error !== "object" || error === null) return `thrown ${String(error)}`;
  const code = error.code === undefined ? "" : ` [${String(error.code)}]`;
  return `${error.constructor?.name}/${error.name}${code} ${error.message}`
    .replaceAll("\n", "\\n")
    .replaceAll(process.cwd(), "CWD")
    .replaceAll(String(process.pid), "PID");
}

function valueText(value: any): string {
  if (value === null) return "null";
  if (typeof value === "function") return "a function";
  if (typeof value !== "object") return typeof value;
  return `a ${value.constructor?.name ?? "null prototype"}`;
}

/** Calls with these arguments and returns the outcome. */
export async function outcomeOf(call: Call, args: unknown[]): Promise<string> {
  let done: (text: string) => void;
  const ended = new Promise<string>((resolve) => {
    done = resolve;
  });
  const callback = (error: unknown): void =>
    done(error instanceof Error ? `callback(${errorText(error)})` : "callback()");
  const waits = args.includes(CALLBACK);
  uncaught = (error) => done(`uncaught ${errorText(error)}`);
  let value: any;
  try {
    value = call.invoke(args.map((one) => (one === CALLBACK ? callback : one)));
  } catch (error) {
    return `throws ${errorText(error)}`;
  }
  const text = `returns ${valueText(value)}`;
  if (call.isImmediate) {
    silence(value);
    return text;
  }
  if (typeof value?.then === "function")
    value.then(
      (result: unknown) => done(`resolves with ${valueText(result)}`),
      (error: unknown) => done(`rejects with ${errorText(error)}`),
    );
  else if (typeof value?.on === "function") value.on("error", (error: unknown) => done(`emits ${errorText(error)}`));
  else if (!waits) return text;
  const timer = setTimeout(() => done(""), PATIENCE_MS);
  const later = await ended;
  clearTimeout(timer);
  silence(value);
  return later === "" ? text : `${text}, ${later}`;
}

/** Later events are ignored and must not keep the process alive. */
function silence(value: any): void {
  value?.then?.(
    () => {},
    () => {},
  );
  value?.on?.("error", () => {});
  try {
    (value?.destroy ?? value?.close)?.call(value);
  } catch {
    /* It was not open. */
  }
}
