// The functions and objects of higher tiers that lower tiers call. Imports only go downwards (see ARCHITECTURE.md); the
// rest is a member of this interface, which `services()` of `internal:core/bootstrap` returns and
// `internal:startup/services` implements. Types only: nothing here is evaluated.

import type { ThreadRequest } from "native:worker";
import type { RequestParts } from "web:request";
import type { Response } from "web:response";
import type { Launch } from "internal:core/launch";
import type * as buildsOfBun from "internal:bun/build";
import type * as buildMessages from "internal:bun/build/messages";
import type * as denoFetchErrors from "internal:deno/fetch_errors";
import type * as consoles from "internal:node/console/console";
import type * as rejectionPolicy from "internal:node/process/rejection_policy";
import type * as timersPromises from "internal:node/timers/promises";

/** The services of a thread. Each member evaluates its module on first use. */
export interface Services {
  /** The command line of the process; workers have their own (`setLaunch`). */
  readonly commandLine: Launch;
  /** `Deno.errors.NotCapable`. */
  notCapable(message: string): Error;
  /** Notifies the diagnostics channels of Node's permission model. */
  reportDenial(permission: string, resource: string): void;
  /** The variables of the environment for builtins, which no policy hides. */
  readonly variables: Record<string, string>;
  /** The `process` object, which is made if it was not needed before. */
  readonly process: any;
  /** The exports of `node:fs`, which programs replace members of. */
  readonly fs: any;
  /** The exports of `node:timers/promises`. */
  readonly timersPromises: typeof timersPromises;
  /** The global console's hooks for `node:diagnostics_channel`. */
  readonly console: typeof consoles;

  // Exceptions and warnings
  /** `process.emitWarning`; stacks begin above `above`. */
  emitWarning(warning: string | Error, type: unknown, code: unknown, above: Function): void;
  /** Prints a warning at once. */
  emitWarningNow(...args: any[]): void;
  /** Ends the process because of an exception that nothing handled. */
  endByException(error: unknown, origin: string): never;
  /** Ends the process because of an exception in a hook of `node:async_hooks`. */
  endByHook(error: unknown): never;
  /** Writes the report of an exception to standard error. */
  printException(error: unknown): void;
  /** Node's `--unhandled-rejections` policy. */
  readonly rejectionPolicy: typeof rejectionPolicy;

  // Modules
  /** Lowers the source of a function that a program compiles, where its syntax needs it. */
  lowerFunction(head: string, parts: string[]): string[];
  /** Serves the default export of a main module, as Bun does. */
  serveDefault(value: unknown): void;
  /** Serves it as `deno serve` does, where the command line requests that. */
  serveDefaultForDeno(value: unknown): void;
  /** Parses a data file of a format that Bun's programs import. */
  parseData(format: string, source: string): unknown;
  /** `Database` of bun:sqlite. */
  readonly BunDatabase: any;
  /** Installs the host functions for conformance tests of ECMAScript. */
  installTestHost(): void;

  // Tests
  /** The permission set of deno.json that `deno test -P=name` means, as flags; null without it. */
  permissionSetOfTests(name: string): string[] | null;
  /** Gives this thread the policy of the flags in `program`, unless it has one. `files`: what is loaded before the tests. */
  restrictTests(program: Launch, home: string, files: string[]): void;

  // Homes
  /** Reads the `.env` files of a program of Bun into `values`; whether there was one. */
  readEnvironmentFiles(values: Record<string, string>): boolean;
  /** Bundles as `Bun.build`, and writes the outputs only if `writes`. */
  bundle(config: object, writes: boolean): ReturnType<typeof buildsOfBun.buildWith>;
  /** What Bun's console prints for its arguments, in a group of that indentation. */
  formatForBun(args: readonly unknown[], colors: boolean, indent: string): string;
  /** What Bun's console prints for a value, with the options of `console.dir`. */
  inspectForBun(value: unknown, options: object): string;
  /** What `console.table` prints in Bun's home. */
  tableForBun(data: object, columns: string[] | undefined): string;
  /** What Bun and Deno print for an exception that ends the process. */
  describeUncaughtForBun(error: unknown): string;
  describeUncaughtForDeno(error: unknown, isInPromise: boolean): string;
  /** Bun's `ResolveMessage` for a module that is not found. */
  readonly unresolvedInBun: typeof buildMessages.unresolved;
  /** An object with the members that Deno's console shows of an object of the web; null for another object. */
  membersForDeno(value: object): object | string | null;
  /** Adds Bun's members to a class of the web. */
  extendForBun(name: string, target: Function): void;
  /** Adds what Bun has to the exports of a module of Node. */
  extendNodeModuleForBun(name: string, exports: object): void;
  /** `fetch` of an address `s3://…`. */
  fetchObject(request: RequestParts, options: unknown): Promise<Response>;
  /** The errors of Deno's fetch (`internal:deno/fetch_errors`). */
  readonly denoFetchErrors: typeof denoFetchErrors;
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
  receiveThreadRequest(source: number, what: ThreadRequest, detail: number): void;
}
