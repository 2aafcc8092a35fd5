// What a worker was started with. On the main thread there is nothing. Small, since much asks whether this is a worker.

/** The JSON that `internal:web/worker/thread` writes and `internal:startup/worker_main` reads. */
export interface WorkerStart {
  home: string;
  /** Whether it is a Web worker (`new Worker` of Bun and Deno). */
  isWeb: boolean;
  /** `path`: a file; `url`: a module; `code`: text to run as a script or module; `hooks`: the thread of `module.register()`. */
  entryKind: "path" | "url" | "code" | "hooks";
  entry: string;
  /** How `code` is run: "commonjs", "module" or null for as it looks. */
  inputType: string | null;
  arguments: string[];
  execArguments: string[];
  options: [string, string][];
  require: string[];
  import: string[];
  name: string;
  /** `process.env`; null for that of the process. */
  environment: Record<string, string> | null;
  /** The number of the environment that it shares with its parent; 0 for none. */
  sharedEnvironment: number;
  resourceLimits: Record<string, number>;
  /** Our end of the channel to the parent. */
  port: number;
  /** Whether its first message carries `workerData` and the environment data. */
  hasData: boolean;
  /** `workerData` itself, when it is a primitive and nothing else came along. */
  data?: unknown;
  /** The port that standard input arrives at; 0 for none. */
  stdinPort: number;
  isTrackingInternal: boolean;
  /** Whether descriptors that it leaves open are closed for it. */
  closesDescriptors: boolean;
}

let start: WorkerStart | null = null;

/** Sets it, first thing in a worker. */
export function setWorkerStart(next: WorkerStart): void {
  start = next;
}
/** What this worker was started with; null on the main thread. */
export function workerStart(): WorkerStart | null {
  return start;
}
