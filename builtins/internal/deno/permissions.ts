// `Deno.permissions`: every permission is granted, and none can be revoked.
// https://docs.deno.com/api/deno/permissions
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { EventTarget } from "web:event_target";

const NAMES = new Set(["read", "write", "net", "env", "sys", "run", "ffi", "import"]);

/** `Deno.PermissionStatus`. Its state never changes, so there is no event "change". */
export class PermissionStatus extends EventTarget {
  onchange: unknown = null;
  get state(): string {
    return "granted";
  }
  get partial(): boolean {
    return false;
  }
}

function statusOf(descriptor: any): PermissionStatus {
  if (typeof descriptor !== "object" || descriptor === null)
    throw new TypeError("The provided permission descriptor is not an object");
  if (!NAMES.has(descriptor.name))
    throw new TypeError(`The provided value "${descriptor.name}" is not a valid permission name`);
  return new PermissionStatus();
}

/** `Deno.Permissions`. */
export class Permissions {
  querySync(descriptor: unknown): PermissionStatus {
    return statusOf(descriptor);
  }
  async query(descriptor: unknown): Promise<PermissionStatus> {
    return statusOf(descriptor);
  }
  requestSync(descriptor: unknown): PermissionStatus {
    return statusOf(descriptor);
  }
  async request(descriptor: unknown): Promise<PermissionStatus> {
    return statusOf(descriptor);
  }
  /** Throws: revoking is not implemented, and a program must not rely on it. */
  revokeSync(_descriptor: unknown): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("Deno.permissions.revokeSync");
  }
  async revoke(_descriptor: unknown): Promise<never> {
    throw new ERR_METHOD_NOT_IMPLEMENTED("Deno.permissions.revoke");
  }
}

export const permissions = new Permissions();
