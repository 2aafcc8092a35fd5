// `process.permission` of Node's permission model. https://nodejs.org/docs/latest-v26.x/api/permissions.html
import { noteRevoked } from "internal:core/permissions";
import { validateString } from "internal:core/validators";
import { isTypedArray } from "internal:core/util/types";
import defer * as channels from "internal:node/process/permission_channels";
import defer * as buffers from "internal:core/buffer";
import * as native from "native:permissions";
import { PermissionKind, PermissionState } from "native:permissions";

/** Node's scopes, and the kinds that each needs. */
const SCOPES: Record<string, PermissionKind[]> = {
  fs: [PermissionKind.READ, PermissionKind.WRITE],
  "fs.read": [PermissionKind.READ],
  "fs.write": [PermissionKind.WRITE],
  child: [PermissionKind.RUN],
  worker: [PermissionKind.WORKER],
  wasi: [PermissionKind.WASI],
  inspector: [PermissionKind.INSPECTOR],
  net: [PermissionKind.NET],
  addon: [PermissionKind.FFI],
  ffi: [PermissionKind.FFI],
};
const NAMES: Partial<Record<PermissionKind, string>> = {
  [PermissionKind.READ]: "FileSystemRead",
  [PermissionKind.WRITE]: "FileSystemWrite",
  [PermissionKind.RUN]: "ChildProcess",
  [PermissionKind.WORKER]: "WorkerThreads",
  [PermissionKind.WASI]: "WASI",
  [PermissionKind.INSPECTOR]: "Inspector",
  [PermissionKind.NET]: "Net",
  [PermissionKind.FFI]: "Addon",
};

/** Scopes of files have references. */
function referenceOf(kind: PermissionKind, reference: unknown): string | null {
  if (reference === undefined || (kind !== PermissionKind.READ && kind !== PermissionKind.WRITE)) return null;
  return isTypedArray(reference) ? buffers.Buffer.from(reference as Uint8Array).toString() : (reference as string);
}

function checkArguments(scope: unknown, reference: unknown): void {
  validateString(scope, "scope");
  if (reference !== undefined && !isTypedArray(reference)) validateString(reference, "reference");
}

/** `process.permission`. */
export const permission = {
  /** Whether a scope is granted, for a path when it is about files. */
  has(scope: string, reference?: string): boolean {
    checkArguments(scope, reference);
    const kinds = SCOPES[scope];
    if (kinds === undefined) return false;
    for (const kind of kinds) {
      const subject = referenceOf(kind, reference);
      if (subject === "" || native.query(kind, subject) !== PermissionState.GRANTED) {
        channels.publish(NAMES[kind]!, subject ?? "");
        return false;
      }
    }
    return true;
  },
  /** Gives a scope up for good. */
  drop(scope: string, reference?: string): void {
    checkArguments(scope, reference);
    noteRevoked();
    for (const kind of SCOPES[scope] ?? []) native.drop(kind, referenceOf(kind, reference));
  },
};
