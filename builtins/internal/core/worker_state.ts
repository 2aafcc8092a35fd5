// The start parameters of a worker; null on the main thread. Small, since many modules check whether this is a worker.

/** The JSON that `internal:web/worker/thread` writes and `internal:startup/worker_main` reads. */
export interface WorkerStart {
  /** Whether the thread has a policy (`native:permissions`). */
  restricts: boolean;
  /** The thread that made the worker may read its file. */
  mayReadEntry?: boolean;
  home: string;
  /** Whether it is a Web worker (`new Worker` of Bun and Deno). */
  isWeb: boolean;
  /** `path`: a file; `url`: a module; `code`: source of a script or module; `hooks`: the thread of `module.register()`; `test`: a test file; `inspector`: the thread that serves debuggers. */
  entryKind: "path" | "url" | "code" | "hooks" | "test" | "inspector";
  entry: string;
  /** How `code` is run: "commonjs", "module", or null to detect it by syntax. */
  inputType: string | null;
  /** The address of `code` that is a module; it has one in the working directory otherwise. */
  codeUrl?: string;
  arguments: string[];
  execArguments: string[];
  options: [string, string][];
  /** In an executable: the embedded files, by name and path. */
  embeddedFiles?: [string, string][];
  require: string[];
  import: string[];
  name: string;
  /** `process.env`; null for a copy of the process's environment. */
  environment: Record<string, string> | null;
  /** The number of the environment that the worker shares with its parent; 0 for none. */
  sharedEnvironment: number;
  resourceLimits: Record<string, number>;
  /** The worker's port of the channel to the parent. */
  port: number;
  /** Whether the first message has `workerData` and the environment data. */
  hasData: boolean;
  /** `workerData` itself, when it is a primitive and nothing else was sent. */
  data?: unknown;
  /** Where debuggers of the process inspect the worker: its end of a channel, and the name of its hook. */
  inspection?: { port: number; id: string };
  /** The port that standard input arrives at; 0 for none. */
  stdinPort: number;
  isTrackingInternal: boolean;
  /** Whether file descriptors that the worker leaves open are closed at its end. */
  closesDescriptors: boolean;
}

let start: WorkerStart | null = null;

/** Sets the start parameters, before anything else in a worker. */
export function setWorkerStart(next: WorkerStart): void {
  start = next;
}
/** The start parameters of this worker; null on the main thread. */
export function workerStart(): WorkerStart | null {
  return start;
}

/** Whether this thread runs a file of `brio test`, whose code is written for the main thread of a process. */
export function isTestThread(): boolean {
  const found = workerStart();
  return found !== null && (found.entryKind === "test" || found.options.some(([name]) => name === "--own-signals"));
}
