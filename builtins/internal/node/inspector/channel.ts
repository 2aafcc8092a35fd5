// The messages between an inspected program (`inspector/inspected`) and the thread that serves its debuggers
// (`internal:startup/inspector/server`).

/** The key of the program's hook, a symbol in the global registry; `id` is that of the WebSocket. */
export function hookName(id: string): string {
  return `brio.inspected.${id}`;
}

/** An inspected thread. */
export interface ThreadStart {
  /** Names its hook; of the main thread also the path of its WebSocket: a UUID. */
  id: string;
  /** Its number. */
  thread: number;
  title: string;
  /** The name of its realm. */
  name: string;
  /** The address of its main file; null for code that is no file. */
  mainUrl: string | null;
  /** Whether debuggers may load resources (`--experimental-inspector-network-resource`). */
  hasResources: boolean;
}

/** A worker that is to be inspected: its end of a channel, the name of its hook, and what to call with its number. */
export interface InspectedWorker {
  port: number;
  id: string;
  started(thread: number): void;
}

/** Where the serving thread listens for debuggers. */
export interface Listening {
  host: string;
  port: number;
  /** Whether the program pauses before its first line. */
  pausesAtStart: boolean;
  /** Whether `/json/list` tells the address (`--inspect-publish-uid`). */
  publishes: boolean;
}

/** What the serving thread starts with, as JSON. */
export interface ServerStart extends ThreadStart {
  /** Whether workers are targets of the domain Target (`--experimental-worker-inspection`). */
  hasTargets: boolean;
}

/** A message to the serving thread. */
export type ToServer =
  /** Debuggers may connect, or not any more. */
  | { kind: "listen"; at: Listening }
  | { kind: "close" }
  /**
   * A session of the program itself (`inspector.Session`) begins, has a message, or ends. One of the main thread is a worker's, which
   * does not wait for responses.
   */
  | { kind: "ownBegin"; own: number; isOfMainThread: boolean }
  | { kind: "ownCommand"; own: number; text: string }
  | { kind: "ownEnd"; own: number }
  /** The result of a command, or its error. */
  | { kind: "reply"; id: number; result?: object; error?: { code: number; message: string } }
  /** An event for a session, or for all (0). */
  | { kind: "event"; session: number; method: string; parameters: object }
  /** The program waits for a debugger, or does not any more. */
  | { kind: "waiting"; isWaiting: boolean }
  /** A module was compiled, and will be evaluated. */
  | { kind: "compiled"; url: string }
  /** A worker begins, with the serving thread's end of its channel. */
  | { kind: "worker"; port: number; start: ThreadStart }
  /** Debuggers may load these bytes from an address. */
  | { kind: "resource"; url: string; bytes: Uint8Array }
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
  /** A session with a debugger has ended; how many there are. */
  | { kind: "sessions"; count: number; ended: number }
  /** A message for a session of the program itself, or its end. */
  | { kind: "ownMessage"; own: number; text: string }
  | { kind: "ownEnded"; own: number };
