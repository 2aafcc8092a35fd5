// `Deno.permissions`: everything is granted, since Brio was started without limits, and nothing can be taken back.
// https://docs.deno.com/api/deno/permissions
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { EventTarget } from "web:event_target";

const NAMES = new Set(["read", "write", "net", "env", "sys", "run", "ffi", "import"]);

/** `Deno.PermissionStatus`. Its state never changes, so that "change" never comes. */
export class PermissionStatus extends (EventTarget as any) {
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
  querySync(descriptor: any): PermissionStatus {
    return statusOf(descriptor);
  }
  async query(descriptor: any): Promise<PermissionStatus> {
    return statusOf(descriptor);
  }
  requestSync(descriptor: any): PermissionStatus {
    return statusOf(descriptor);
  }
  async request(descriptor: any): Promise<PermissionStatus> {
    return statusOf(descriptor);
  }
  /** Would take a permission back. A program must not believe that it is safe from itself: throws. */
  revokeSync(_descriptor: any): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("Deno.permissions.revokeSync");
  }
  async revoke(_descriptor: any): Promise<never> {
    throw new ERR_METHOD_NOT_IMPLEMENTED("Deno.permissions.revoke");
  }
}

export const permissions = new Permissions();
