// What lower tiers need of higher ones. Imports only go downwards (see ARCHITECTURE.md); what a lower tier has to call
// above itself is a member here, reached by `services()` of `internal:core/bootstrap`, and made by
// `internal:startup/services`. Types only: nothing here is evaluated.

/** The services of a thread. Each member evaluates what it needs on its first use. */
export interface Services {
  /** The command line of the process; workers have their own (`setLaunch`). */
  readonly commandLine: any;
  /** The `process` object, which is made if it was not needed before. */
  readonly process: any;
  /** The exports of `node:fs`, which programs replace members of. */
  readonly fs: any;
  /** The exports of `node:timers/promises`. */
  readonly timersPromises: any;
  /** The global console's hooks for `node:diagnostics_channel`. */
  readonly console: any;

  // Exceptions and warnings
  /** `process.emitWarning`; stacks begin above `above`. */
  emitWarning(warning: string | Error, type: unknown, code: unknown, above: Function): void;
  /** Prints a warning at once. */
  emitWarningNow(...args: any[]): void;
  /** Ends the process because of an exception that nothing handled. */
  endByException(error: unknown, origin: string): never;
  /** Ends the process because of what a hook of `node:async_hooks` threw. */
  endByHook(error: unknown): never;
  /** Writes the report of an exception to standard error. */
  printException(error: unknown): void;
  /** Node's `--unhandled-rejections` policy. */
  readonly rejectionPolicy: any;

  // Modules
  /** Lowers the source of a function that a program compiles, where its syntax needs it. */
  lowerFunction(head: any, parts: any): any;
  /** Serves the default export of a main module, as Bun does it. */
  serveDefault(value: unknown): void;
  /** Parses a data file of a format that Bun's programs import. */
  parseData(format: string, source: string): unknown;
  /** `Database` of bun:sqlite. */
  readonly BunDatabase: any;
  /** Installs what the conformance tests of ECMAScript need of a host. */
  installTestHost(): void;

  // Homes
  /** Reads the `.env` files of a program of Bun into `values`; whether there was one. */
  readEnvironmentFiles(values: any): any;
  /** Adds Bun's members to a class of the web. */
  extendForBun(name: string, target: object): void;
  /** The errors of Deno's fetch (`internal:deno/fetch_errors`). */
  readonly denoFetchErrors: any;
  /** How the requests of a `Deno.HttpClient` are made. */
  routeOfDenoClient(client: unknown): any;
  /** `Deno.exit`. */
  exitDeno(code: number): void;

  // Web
  /** Makes a platform object of Node again from its clone: undefined for a kind that is not Node's. */
  reviveNodeObject(kind: string, description: any): object | undefined;
  /** Whether a program of Node replaced `net.Socket.prototype.connect`. */
  isConnectReplaced(): boolean;
  /** A dispatcher that makes requests through node:http. */
  readonly socketDispatcher: any;
  /** Whether a value is a `URL` of the global class; false without evaluating it while there can be none. */
  isURL(value: unknown): boolean;
  /** The table behind a `Storage`; without a path it is in memory. */
  openStorage(path: string): any;
  /** A request of another thread. */
  receiveThreadRequest(source: number, what: number, detail: number): void;
}
