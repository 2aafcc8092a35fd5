// Flags of V8 that have a meaning for this engine: `--expose-gc`, `--stack-trace-limit` and
// `--disallow-code-generation-from-strings`; and Node's `--disable-proto`.
import { isLoaded } from "internal:core/bootstrap";
import { ERR_PROTO_ACCESS } from "internal:core/errors";
import { DISALLOW_STRINGS } from "internal:core/code_generation";
import { clearUnusedStack, collectGarbage, evaluateScript } from "native:realm";
import { now } from "native:time";
import defer * as collections from "internal:web/performance/collections";

/** V8's `gc(options)`: a full collection; a promise with `execution: "async"`. */
function gc(options?: { execution?: string }): Promise<void> | undefined {
  // Its frame is the first above the program's: what the program's last calls left behind is below it.
  clearUnusedStack();
  return collectAs(options);
}

function collectAs(options: { execution?: string } | undefined): Promise<void> | undefined {
  if (options?.execution !== "async") {
    collect();
    return undefined;
  }
  return new Promise((resolve) => {
    collect();
    resolve();
  });
}

function collect(): void {
  // Who observes collections has loaded this.
  if (!isLoaded("internal:web/performance/observer")) return void collectGarbage();
  const start = now();
  collectGarbage();
  collections.reportCollection(start, now() - start);
}

/** Flags that hold for every thread of the process, whatever flags of its own a worker has. */
export const OF_PROCESS: readonly string[] = [
  "--expose-gc",
  "--disallow-code-generation-from-strings",
  "--disable-proto",
  "--stack-trace-limit",
  "--trace-event-categories",
  "--trace-events-enabled",
  "trace-categories",
];

/** Whether new contexts of `node:vm` get a `gc`. */
let isGcExposed = false;

function exposeGc(global: object): void {
  Object.defineProperty(global, "gc", { value: gc, writable: true, configurable: true });
}

/** Adds what the flags add to the global object of a new context of `node:vm`. */
export function extendContext(global: object): void {
  if (isGcExposed) exposeGc(global);
}

/** Applies the flags. */
export function apply(options: [name: string, value: string][]): void {
  for (const [name, value] of options) {
    if (name === "--expose-gc") {
      isGcExposed = true;
      exposeGc(globalThis);
    } else if (name === "--disallow-code-generation-from-strings")
      evaluateScript(DISALLOW_STRINGS, "internal:node/v8/engine_flags", 1);
    else if (name === "--disable-proto") disableProto(Object.prototype, value);
    else if (name === "--stack-trace-limit") (Error as any).stackTraceLimit = Number(value);
  }
}

/** `--disable-proto=delete` takes `__proto__` off a prototype of all objects, `throw` makes it throw ERR_PROTO_ACCESS. */
export function disableProto(prototype: any, mode: string): void {
  if (mode === "delete") delete prototype.__proto__;
  if (mode !== "throw") return;
  const refuse = (): never => {
    throw new ERR_PROTO_ACCESS();
  };
  Object.defineProperty(prototype, "__proto__", { get: refuse, set: refuse, enumerable: false, configurable: true });
}
