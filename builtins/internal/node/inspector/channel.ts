// The messages between an inspected program (`inspector/inspected`) and the thread that serves its debuggers
// (`internal:startup/inspector/server`).

/** The key of the program's hook, a symbol in the global registry; `id` is that of the WebSocket. */
export function hookName(id: string): string {
  return `brio.inspected.${id}`;
}

/** What the thread starts with, as JSON. */
export interface ServerStart {
  host: string;
  port: number;
  /** The path of its WebSocket: a UUID. */
  id: string;
  /** The number of the inspected thread. */
  thread: number;
  title: string;
  /** The engine's address of the main file; null for code that is no file. */
  mainUrl: string | null;
  /** Whether the program pauses before its first line. */
  pausesAtStart: boolean;
  /** Whether `/json/list` tells the address (`--inspect-publish-uid`). */
  publishes: boolean;
}

/** A message to the serving thread. */
export type ToServer =
  /** The result of a command, or its error. */
  | { kind: "reply"; id: number; result?: object; error?: { code: number; message: string } }
  /** An event for a session, or for all (0). */
  | { kind: "event"; session: number; method: string; parameters: object }
  /** The program waits for a debugger, or does not any more. */
  | { kind: "waiting"; isWaiting: boolean }
  /** A module was compiled, and will be evaluated. */
  | { kind: "compiled"; url: string }
  /** The program has ended, and waits for its debuggers to leave. */
  | { kind: "ended" };

/** A message of the serving thread. */
export type FromServer =
  | { kind: "listening"; host: string; port: number }
  | { kind: "failed"; code: string; message: string }
  | { kind: "command"; id: number; session: number; method: string; parameters: Record<string, unknown> }
  /** A debugger lets the program start. */
  | { kind: "released" }
  /** Messages for the engine were sent, to a program that waits. */
  | { kind: "arrived" }
  /** The breakpoints of a module are set, and it may be evaluated. */
  | { kind: "placed" }
  /** A session has ended; how many there are. */
  | { kind: "sessions"; count: number; ended: number };
