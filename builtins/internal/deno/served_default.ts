// A main module whose default export is a server, as `deno serve` runs it: `export default { fetch(request) { … } }`.
// https://docs.deno.com/runtime/reference/cli/serve/
import { option } from "internal:core/launch";
import { workerStart } from "internal:core/worker_state";
import { exit } from "internal:deno/process";
import { type Address, serve } from "internal:deno/serve";
import defer * as browser from "internal:deno/open_browser";
import defer * as threads from "internal:deno/serve_threads";
import type { Place } from "internal:deno/serve_threads";
import { getEnvironment } from "native:process";
import { writeError } from "native:stdio";

const DEFAULT_PORT = "8000";
const DEFAULT_HOST = "0.0.0.0";

/** The default export of a main module that is served. */
interface Served {
  fetch(request: unknown, info?: unknown): unknown;
  onListen?(address: Address): void;
}

/**
 * Serves the default export of a main module when `brio serve` or DENO_AUTO_SERVE requests it, or warns that it is not
 * served. Throws a TypeError for members of other types.
 */
export function serveDefault(value: unknown): void {
  const thread = workerStart()?.options.find(([name]) => name === "serve-thread");
  const isCommand = thread !== undefined || option("serve") !== undefined;
  if (!isServed(value)) {
    if (isCommand)
      writeError(
        'error: brio serve requires export default { fetch } in the main module, did you mean to run "brio run"?\n',
      );
    return;
  }
  if (thread !== undefined) return serveOnThread(value, JSON.parse(thread[1]));
  if (isCommand) return serveCommand(value);
  // Without the command the port is any that is free.
  if (isSet("DENO_AUTO_SERVE")) return void listen(value, { host: DEFAULT_HOST, port: 0 }, 1);
  writeError('warning: Detected export default { fetch }, did you mean to run "brio serve"?\n');
}

function isServed(value: unknown): value is Served {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "fetch")) return false;
  const { fetch, onListen } = value as Partial<Served>;
  if (typeof fetch !== "function") throw new TypeError("Invalid type for fetch: must be a function");
  if (onListen !== undefined && typeof onListen !== "function")
    throw new TypeError("Invalid type for onListen: must be a function");
  return true;
}

/** Serves with the flags of `brio serve`, with `--parallel` on several threads. */
function serveCommand(served: Served): void {
  const host = String(option("--host") ?? DEFAULT_HOST);
  const given = option("--port") ?? DEFAULT_PORT;
  const port = Number(given);
  if (typeof given !== "string" || !/^\d+$/.test(given) || port > 65535) {
    writeError(`error: invalid value '${given === true ? "" : given}' for '--port'\n`);
    exit(1);
  }
  const count = option("--parallel") === undefined ? 1 : threads.threadCount();
  const place = { host, port };
  const found = listen(served, place, count);
  if (option("--open") !== undefined)
    browser.open(urlOf({ hostname: host === DEFAULT_HOST ? "127.0.0.1" : host, port: found }));
  for (let index = 1; index < count; index++)
    threads.startThread(`serve-worker-${index}`, { ...place, port: found ?? port });
}

/** Listens and writes the address, unless the module has `onListen`. Returns the port. */
function listen(served: Served, { host, port }: Place, threadCount: number): number | undefined {
  const { addr } = serve({
    hostname: host,
    port,
    reusePort: threadCount > 1,
    onListen(address: Address) {
      if (served.onListen === undefined) announce(address, threadCount);
      else served.onListen(address);
    },
    handler: handlerOf(served),
  });
  return addr.port;
}

/** Listens on the port of the main thread, which has written the address. */
function serveOnThread(served: Served, { host, port }: Place): void {
  serve({ hostname: host, port, reusePort: true, onListen() {}, handler: handlerOf(served) });
}

function handlerOf(served: Served): (request: unknown, info: unknown) => unknown {
  return (request, info) => served.fetch(request, info);
}

function urlOf({ hostname, port }: { hostname?: string; port?: number }): string {
  return `http://${hostname?.includes(":") ? `[${hostname}]` : hostname}:${port}/`;
}

function announce(address: Address, threadCount: number): void {
  const place = address.path ?? urlOf(address);
  writeError(`deno serve: Listening on ${place}${threadCount > 1 ? ` with ${threadCount} threads` : ""}\n`);
}

function isSet(name: string): boolean {
  return ["1", "true"].includes(getEnvironment(name) ?? "");
}
