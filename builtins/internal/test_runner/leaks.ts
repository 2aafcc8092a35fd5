// What tests leave open: timers, sockets, servers, files, children, workers and native requests that began in a test and have
// not ended with it. Each is known by the event of `async_hooks` that reported it, with the place in the program that made it.
import { activate } from "internal:core/async/context";
import { createHook } from "internal:core/async/hooks";
import { captureFrames } from "internal:core/stack/stack";
import { openedAt, openingPlace, watchOpenedFiles } from "internal:core/opened_files";
import { setInternalImmediate, setTimeout } from "internal:core/timers";
import { OpenDescriptors } from "internal:test_runner/open_descriptors";
import defer * as url from "internal:web/file_urls";

/** How a resource is named. */
export type LeakKind =
  | "timer"
  | "interval"
  | "server"
  | "socket"
  | "datagram"
  | "file"
  | "watcher"
  | "child"
  | "worker"
  | "port"
  | "request";

/** Something that a test left open. */
export interface Leak {
  kind: LeakKind;
  /** The place that made it; undefined when no code of the program did. */
  place: { file: string; line: number; column: number } | undefined;
}

interface Entry extends Leak {
  owner: unknown;
  resource: { hasRef?(): boolean; isReferenced?: boolean; _repeat?: number | null };
}

const KINDS: Record<string, LeakKind> = {
  Timeout: "timer",
  TCPSERVERWRAP: "server",
  PIPESERVERWRAP: "server",
  TCPWRAP: "socket",
  PIPEWRAP: "socket",
  TLSWRAP: "socket",
  WEBSOCKET: "socket",
  UDPWRAP: "datagram",
  FSFILE: "file",
  FILEHANDLE: "file",
  FSEVENTWRAP: "watcher",
  STATWATCHER: "watcher",
  PROCESSWRAP: "child",
  WORKER: "worker",
  MESSAGEPORT: "port",
  FSREQCALLBACK: "request",
  GETADDRINFOREQWRAP: "request",
};

/** Turns of the loop after a test in which what it closed may end. */
const TURNS = 2;
const WAITS = 5;
const WAIT_MS = 10;
const FRAMES_MAX = 24;

/** Watches what is made from its start on. */
export class LeakWatch {
  readonly #open = new Map<number, Entry>();
  readonly #owner: () => unknown;
  readonly #descriptors: OpenDescriptors;
  #isPaused = false;

  /** `owner`: the test that the running code belongs to, undefined for none. */
  constructor(owner: () => unknown) {
    this.#owner = owner;
    activate();
    watchOpenedFiles(placeOf);
    this.#descriptors = new OpenDescriptors(owner, openingPlace as () => Leak["place"]);
    createHook({
      init: (id: number, type: string, _trigger: number, resource: Entry["resource"]) => this.#made(id, type, resource),
      destroy: (id: number) => void this.#open.delete(id),
      trackPromises: false,
    }).enable();
  }

  #made(id: number, type: string, resource: Entry["resource"]): void {
    const kind = KINDS[type];
    if (kind === undefined || this.#isPaused) return;
    const owner = this.#owner();
    if (owner === undefined) return;
    const place = placeOf();
    // Timers of the runner, and what it opens itself outside of tests.
    if (place === undefined && (kind === "timer" || (typeof owner === "symbol" && kind !== "file"))) return;
    this.#open.set(id, { kind, owner, resource, place });
  }

  /** What `owner` made and left open. Waits for a few turns of the loop. */
  async leaksOf(owner: unknown): Promise<Leak[]> {
    for (let turn = 0; turn < TURNS && this.#isWaitingFor(owner); turn++)
      await new Promise<void>((resolve) => void setInternalImmediate(resolve));
    // Servers close when their connections have, and children end.
    for (let wait = 0; wait < WAITS && this.#isWaitingFor(owner); wait++)
      await new Promise<void>((resolve) => void setTimeout(resolve, WAIT_MS));
    const leaks: Leak[] = [];
    for (const [id, entry] of this.#open) {
      if (entry.owner !== owner) continue;
      this.#open.delete(id);
      if (!isOpen(entry)) continue;
      const isInterval = entry.kind === "timer" && typeof entry.resource?._repeat === "number";
      const place = entry.place ?? (openedAt(entry.resource ?? entry) as Leak["place"]);
      leaks.push({ kind: isInterval ? "interval" : entry.kind, place });
    }
    leaks.push(...this.#descriptors.take(owner));
    return distinct(leaks);
  }

  #isWaitingFor(owner: unknown): boolean {
    for (const entry of this.#open.values()) if (entry.owner === owner && isOpen(entry)) return true;
    return this.#descriptors.isWaitingFor(owner);
  }
}

/** Whether it keeps a process alive. */
function isOpen({ resource }: Entry): boolean {
  if (resource === undefined || resource === null) return true;
  if (typeof resource.hasRef === "function") return resource.hasRef();
  return resource.isReferenced !== false;
}

/** A child has pipes, and a worker ports: one leak for each place. */
function distinct(leaks: Leak[]): Leak[] {
  const order: LeakKind[] = ["child", "worker", "server", "socket"];
  const rank = ({ kind }: Leak): number => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const byPlace = new Map<string, Leak>();
  for (const leak of leaks) {
    const { place } = leak;
    const key = place === undefined ? `${byPlace.size}` : `${place.file}:${place.line}:${place.column}`;
    const known = byPlace.get(key);
    if (known === undefined || rank(leak) < rank(known)) byPlace.set(key, leak);
  }
  return [...byPlace.values()].filter(({ kind, place }) => place !== undefined || kind !== "socket");
}

function placeOf(): Leak["place"] {
  const frame = captureFrames(placeOf, FRAMES_MAX).find(
    (found) =>
      !found.isNative &&
      (found.url.startsWith("/") || found.url.startsWith("file:")) &&
      !found.url.includes("/node_modules/"),
  );
  if (frame === undefined) return undefined;
  const file = frame.url.startsWith("file:") ? url.fileURLToPath(frame.url) : frame.url;
  return { file: file.replace(/[?#].*$/, ""), line: frame.line, column: frame.column };
}

const NAMES: Record<LeakKind, string> = {
  timer: "a timer was started and neither fired nor was cleared",
  interval: "an interval was started and not cleared",
  server: "a server was started and not closed",
  socket: "a connection was opened and not closed",
  datagram: "a datagram socket was opened and not closed",
  file: "a file was opened and not closed",
  watcher: "a watcher was started and not closed",
  child: "a child process was started and has not ended",
  worker: "a worker was started and has not ended",
  port: "a message port was opened and not closed",
  request: "a native request was started and has not ended",
};

/** The error of a test, or of a file, that left something open; its stack has the places. */
export function leakError(leaks: readonly Leak[], who = "this test leaks"): Error {
  const at = ({ place }: Leak): string => (place === undefined ? "" : ` (${place.file}:${place.line}:${place.column})`);
  const error = new Error(`${who}:\n${leaks.map((leak) => `  - ${NAMES[leak.kind]}${at(leak)}`).join("\n")}`);
  const frames = leaks.flatMap(({ place }) =>
    place === undefined ? [] : [`    at ${place.file}:${place.line}:${place.column}`],
  );
  error.stack = [`Error: ${error.message}`, ...frames].join("\n");
  return error;
}

// The messages of Deno's sanitizers.
const OF_DENO: Partial<Record<LeakKind, { message: string; isOp: boolean }>> = {
  timer: {
    message:
      "A timer was started in this test, but never completed. This is often caused by not calling `clearTimeout`.",
    isOp: true,
  },
  interval: {
    message:
      "An interval was started in this test, but never completed. This is often caused by not calling `clearInterval`.",
    isOp: true,
  },
  request: {
    message: "An async operation was started in this test, but never completed.",
    isOp: true,
  },
  server: {
    message:
      "A TCP listener was opened during the test, but not closed during the test. Close the TCP listener by calling `tcpListener.close()`.",
    isOp: false,
  },
  socket: {
    message:
      "A TCP connection was opened/accepted during the test, but not closed during the test. Close the TCP connection by calling `tcpConn.close()`.",
    isOp: false,
  },
  file: {
    message:
      "A file was opened during the test, but not closed during the test. Close the file handle by calling `file.close()`.",
    isOp: false,
  },
  watcher: {
    message:
      "A file system watcher was created during the test, but not closed during the test. Close the watcher by calling `watcher.close()`.",
    isOp: false,
  },
  child: {
    message:
      "A child process was started during the test, but not closed during the test. Close the child process by calling `proc.kill()` or `proc.close()`.",
    isOp: false,
  },
};

/** The error of Deno's sanitizers, for the kinds that are checked; undefined for none. */
export function denoLeakError(leaks: readonly Leak[], checks: { ops: boolean; resources: boolean }): Error | undefined {
  const messages = leaks.flatMap(({ kind }) => {
    const known = OF_DENO[kind];
    if (known === undefined) return [];
    return (known.isOp ? checks.ops : checks.resources) ? [`  - ${known.message}`] : [];
  });
  if (messages.length === 0) return undefined;
  const error = new Error(`Leaks detected:\n${messages.join("\n")}`);
  const frames = leaks.flatMap(({ place }) =>
    place === undefined ? [] : [`    at ${place.file}:${place.line}:${place.column}`],
  );
  error.stack = [`Error: ${error.message}`, ...frames].join("\n");
  return error;
}
