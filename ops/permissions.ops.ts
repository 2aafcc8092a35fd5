// native:permissions. What the program of this thread may do. The rules are in base/permissions; the glue of all native
// functions checks them (engine/realm). Implemented by host/permissions; builtins use it through
// `internal:core/permissions`.
import type { Enum, EnumOf, Path, u8 } from "./types.ts";

/** What a permission is about. The first eight are Deno's. */
export declare const PermissionKind: Enum<
  u8,
  {
    READ: 0;
    WRITE: 1;
    NET: 2;
    ENV: 3;
    RUN: 4;
    SYS: 5;
    /** Native code: FFI and addons. */
    FFI: 6;
    /** Modules from hosts. */
    IMPORT: 7;
    WORKER: 8;
    WASI: 9;
    INSPECTOR: 10;
    /** Sockets of the file system, which the permissions of `NET` are about, too. */
    UNIX: 11;
  }
>;
export type PermissionKind = EnumOf<typeof PermissionKind>;

/** What a policy says about a subject. */
export declare const PermissionState: Enum<
  u8,
  {
    GRANTED: 0;
    /** Granted, but for something below the subject. */
    PARTIAL: 1;
    /** Not decided: a prompt may grant it. */
    PROMPT: 2;
    DENIED: 3;
    /** The subject is to look as if it did not exist. */
    IGNORED: 4;
  }
>;
export type PermissionState = EnumOf<typeof PermissionState>;

/** Whose rules a policy has. */
export declare const PermissionModel: Enum<u8, { /** There is no policy. */ NONE: 0; NODE: 1; DENO: 2 }>;
export type PermissionModel = EnumOf<typeof PermissionModel>;

/**
 * Gives this thread a policy, which stays until the thread ends. `hasErrorsOfDeno`: refusals are Deno's errors, otherwise
 * Node's. `flags` are `allow-read` for everything of a kind and `allow-read=VALUE` for one value, in the same way
 * `deny-…` and `ignore-…` of all kinds; further `prompt`, `node-paths` for paths as Node's flags write
 * them, and `reads-modules`: the program's own modules need the permission to be read, too. `onlyAudits`: refusals are reported, not enforced. Throws INVALID_PERMISSION for a wrong value.
 * @permission none: it can only take permissions away
 */
export declare function activate(
  model: PermissionModel,
  hasErrorsOfDeno: boolean,
  flags: string[],
  onlyAudits: boolean,
): void;

/**
 * Whether this thread has a policy.
 * @permission none: a query
 */
export declare function isActive(): boolean;

/**
 * Whose rules this thread's policy has.
 * @permission none: a query
 */
export declare function model(): PermissionModel;

/**
 * What the policy says about a kind and a subject, null for all of the kind. Throws INVALID_HOST and INVALID_SYSTEM_FACT
 * for invalid subjects.
 * @permission none: a query
 */
export declare function query(kind: PermissionKind, subject: string | null): PermissionState;

/**
 * As `query`, after a prompt at the terminal where that can change the result.
 * @permission none: the person at the terminal decides
 */
export declare function request(kind: PermissionKind, subject: string | null): PermissionState;

/**
 * Takes back what was granted: what covers `subject`, or everything of the kind. Returns what `query` returns now.
 * @permission none: it can only take permissions away
 */
export declare function revoke(kind: PermissionKind, subject: string | null): PermissionState;

/**
 * Takes permissions back for good: they cannot be requested.
 * @permission none: it can only take permissions away
 */
export declare function drop(kind: PermissionKind, subject: string | null): void;

/**
 * Throws the error of a refusal unless a kind and subject are granted; prompts where the policy says so. Returns false
 * when the subject is to look as if it did not exist.
 * @permission none: a query
 */
export declare function check(kind: PermissionKind, subject: string | null): boolean;

/**
 * Sets the permissions of the worker that this thread starts next: `KIND=inherit`, `KIND=granted`, `KIND=none`, or
 * `KIND:VALUE` for each value of a list. Kinds that are missing are inherited. Throws NOT_CAPABLE when the worker would
 * have more than this thread, and INVALID_PERMISSION for a wrong value.
 * @permission none: a worker has at most the permissions of its parent
 */
export declare function narrowNextWorker(scopes: string[]): void;

/**
 * Narrows the permissions of this thread until `restore`, for a test; `scopes` and errors as for `narrowNextWorker`.
 * @permission none: it can only take permissions away
 */
export declare function narrow(scopes: string[]): void;

/**
 * Ends what the last `narrow` began.
 * @permission none: ends a restriction that the test runner began
 */
export declare function restore(): void;

/**
 * Makes a file part of the program: the loader may read it without the permission to read.
 * @permission none: the loader decides what the program consists of
 */
export declare function addToProgram(path: Path): void;

/**
 * The file that was made part of the program first, by any thread: its main module. Null without one.
 * @permission none: a fact about the program
 */
export declare function firstOfProgram(): string | null;

/**
 * The folder `name` of a program's own data (`localStorage`, `caches` of Deno), below the folder of caches that the
 * environment named at start. Under Deno's permissions the program may use it, as in Deno. Throws INVALID_PERMISSION unless
 * `name` is 64 hexadecimal digits.
 * @permission none: the program cannot choose the folder
 */
export declare function dataFolder(name: string): string;

/**
 * Records that a name leads to a numeric address, for names that the builtins resolve themselves (`localhost`).
 * @permission none: the name decides whether the address may be reached
 */
export declare function recordAddress(host: string, address: string): void;

/**
 * Lets the permission broker at the Unix socket `path` decide about everything from now on: it confirms what is granted, and
 * answers where the program would prompt. `home` is whose errors the program expects. Throws the system's error.
 * @permission none: the environment of the process names the broker, which can only take permissions away
 */
export declare function startBroker(path: string, home: string): void;

/**
 * Whether the process has a permission broker.
 * @permission none: a query
 */
export declare function hasBroker(): boolean;

/**
 * Records all checks of the process from now on in a file, one JSON object per line. Throws the system's error.
 * @permission none: the environment of the process names the file
 */
export declare function startAudit(path: string): void;
