// `process.execve`, and changing the user and groups of the process.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_UNKNOWN_CREDENTIAL } from "internal:core/errors";
import { validateArray, validateObject, validateString, validateUint32 } from "internal:core/validators";
import { option } from "internal:core/launch";
import defer * as packageGuard from "internal:core/package_guard";
import { systemErrorMap } from "internal:core/errno";
import { emitWarning } from "internal:core/process/warn";
import { environment } from "internal:core/process/environment";
import { execute } from "native:child_process";
import { IdentityKind } from "native:process";
import { groupNumber, initializeGroups, setGroups, setIdentity, userName, userNumber } from "native:process";

const NULL_BYTES = "must be a string without null bytes";

let hasWarned = false;

/** Replaces this process by the program `execPath`. Returns only by throwing. */
function execve(execPath: string, args: string[] = [], env: Record<string, string> = environment): void {
  if (option("--sandbox-packages") !== undefined) packageGuard.checkCaller(["child_process"], "process.execve", execve);
  if (!hasWarned) {
    hasWarned = true;
    emitWarning("process.execve is an experimental feature and might change at any time", "ExperimentalWarning");
  }
  validateString(execPath, "execPath");
  validateArray(args, "args");
  for (let index = 0; index < args.length; index++) {
    const argument: unknown = args[index];
    if (typeof argument !== "string" || argument.includes("\0"))
      throw new ERR_INVALID_ARG_VALUE(`args[${index}]`, argument, NULL_BYTES);
  }
  validateObject(env, "env");
  const pairs: string[] = [];
  for (const [name, value] of safe.entries(env as Record<string, unknown>)) {
    if (typeof value !== "string" || name.includes("\0") || value.includes("\0")) {
      throw new ERR_INVALID_ARG_VALUE("env", env, "must be an object with string keys and values without null bytes");
    }
    pairs.push(`${name}=${value}`);
  }
  execute(execPath, args, pairs);
}

function checkId(id: unknown, name: string): void {
  if (typeof id === "number") validateUint32(id, name);
  else if (typeof id !== "string") throw new ERR_INVALID_ARG_TYPE(name, ["number", "string"], id);
}

function userOf(id: unknown, name = "id"): number {
  checkId(id, name);
  const number = typeof id === "number" ? id : userNumber(id as string);
  if (number === null) throw new ERR_UNKNOWN_CREDENTIAL("User", id);
  return number;
}

function groupOf(id: unknown, name = "id"): number {
  checkId(id, name);
  const number = typeof id === "number" ? id : groupNumber(id as string);
  if (number === null) throw new ERR_UNKNOWN_CREDENTIAL("Group", id);
  return number;
}

const OPERATION_NOT_PERMITTED = 1;

// Runs a system call. These errors of Node have the system's number and message, not libuv's.
function withSystemErrors<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    const error = thrown as { errno?: unknown; code?: string; syscall?: string };
    if (typeof error.errno !== "number") throw thrown;
    const errno = Math.abs(error.errno);
    const message =
      errno === OPERATION_NOT_PERMITTED
        ? "Operation not permitted"
        : (systemErrorMap().get(-errno)?.[1] ?? "Unknown error");
    throw safe.assign(new Error(`${error.code}, ${message}`), { errno, code: error.code, syscall: error.syscall });
  }
}

/** Members of `process`. */
export const members = {
  execve,
  setuid: (id: unknown) => withSystemErrors(() => setIdentity(IdentityKind.USER, userOf(id))),
  setgid: (id: unknown) => withSystemErrors(() => setIdentity(IdentityKind.GROUP, groupOf(id))),
  seteuid: (id: unknown) => withSystemErrors(() => setIdentity(IdentityKind.EFFECTIVE_USER, userOf(id))),
  setegid: (id: unknown) => withSystemErrors(() => setIdentity(IdentityKind.EFFECTIVE_GROUP, groupOf(id))),
  setgroups(groups: unknown): void {
    validateArray(groups, "groups");
    const numbers = Uint32Array.from(groups as unknown[], (group, index) => groupOf(group, `groups[${index}]`));
    withSystemErrors(() => setGroups(new Uint8Array(numbers.buffer)));
  },
  initgroups(user: unknown, extraGroup: unknown): void {
    checkId(user, "user");
    checkId(extraGroup, "extraGroup");
    const name = typeof user === "number" ? userName(user) : (user as string);
    if (name === null) throw new ERR_UNKNOWN_CREDENTIAL("User", user);
    const group = groupOf(extraGroup, "extraGroup");
    withSystemErrors(() => initializeGroups(name, group));
  },
};
