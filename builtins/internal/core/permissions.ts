// What the program of this thread may do. Native functions check it themselves (`native:permissions`); here are the checks
// of what has no native function of its own, and whether there is anything to check.
import { option } from "internal:core/launch";
import * as native from "native:permissions";
import { PermissionKind, PermissionModel, PermissionState } from "native:permissions";
import { resolveMain } from "native:modules";
import { cwd } from "native:process";

/** Whether this thread has a policy. Without one nothing here needs to be called. */
export let isRestricted = false;

/** The working directory when this thread got its policy; empty when that is gone. */
export let startFolder = "";

/** Called when this thread has got a policy. */
export function setRestricted(): void {
  isRestricted = true;
  try {
    startFolder = cwd();
  } catch {
    // No file of the program is below a folder that is gone.
  }
}

/**
 * Throws the refusal of `kind` for `subject`, null for all of the kind, with the message of the program's home. Returns false when the subject is to look as if it did not exist.
 */
export function check(kind: PermissionKind, subject: string | null): boolean {
  try {
    return native.check(kind, subject);
  } catch (error) {
    if (onlyAudits()) return true;
    throw error;
  }
}

/** Whether refusals are reported and not enforced. */
function onlyAudits(): boolean {
  return option("--permission-audit") !== undefined && option("--permission") === undefined;
}

let isRevoked = false;

/** Called when the program gives up a permission. */
export function noteRevoked(): void {
  isRevoked = true;
}

/** Whether the program gave up a permission, so that what it has now is not all that it had. */
export function wasRevoked(): boolean {
  return isRevoked;
}

/** Throws unless the program may reach `host`, a name or a numeric address, at `port`. */
export function checkHost(host: string, port: number): void {
  if (isRestricted)
    native.check(PermissionKind.NET, `${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`);
}

/**
 * Throws unless the program may listen on `host`, a name or a numeric address, at `port`; `address` is the numeric one that
 * the builtins found for it.
 */
export function checkListening(host: string, address: string, port: number): void {
  if (!isRestricted) return;
  checkHost(host, port);
  if (address !== host) native.recordAddress(host, address);
}

/** Whether `kind` is granted for `subject`, null for all of the kind. Never prompts. */
export function isGranted(kind: PermissionKind, subject: string | null): boolean {
  return !isRestricted || onlyAudits() || native.query(kind, subject) === PermissionState.GRANTED;
}

/** Whether a worker may begin with a file because its parent may read it: it is part of the program then. */
export function mayBeginWith(path: string): boolean {
  if (native.query(PermissionKind.READ, path) !== PermissionState.GRANTED) return false;
  if (native.model() === PermissionModel.NODE) return true;
  try {
    native.addToProgram(resolveMain(path).path);
  } catch {
    // The worker reports that the file does not exist.
  }
  return true;
}
