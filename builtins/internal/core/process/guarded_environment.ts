// `process.env` under a policy: each variable is checked, and a list of variables has only those that may be read.
import { safe } from "internal:core/bootstrap";
import { guardWith } from "internal:core/process/environment";
import { check, isGranted } from "internal:core/permissions";
import { home } from "internal:core/program";
import { PermissionKind } from "native:permissions";

let isInstalled = false;
/** What programs of Deno may read without a permission: many packages look at these when they are loaded. */
const FREE: string[] = ["FORCE_COLOR", "NODE_DEBUG", "NODE_OPTIONS", "NO_COLOR"];

function mayRead(name: string): boolean {
  if (home() === "deno") for (let index = 0; index < FREE.length; index++) if (FREE[index] === name) return true;
  return check(PermissionKind.ENV, name);
}

/** Guards the variables of this thread, once. `isBrokered`: a list of them needs the permission for all. */
export function install(isBrokered: boolean): void {
  if (isInstalled) return;
  isInstalled = true;
  guardWith((open) => ({
    get: (target, name, receiver) =>
      typeof name === "string" && mayRead(name) ? open.get!(target, name, receiver) : undefined,
    set: (target, name, value, receiver) => {
      if (typeof name === "string" && !check(PermissionKind.ENV, name)) return true;
      return open.set!(target, name, value, receiver);
    },
    has: (target, name) => typeof name === "string" && check(PermissionKind.ENV, name) && open.has!(target, name),
    deleteProperty: (target, name) => {
      if (typeof name === "string" && !check(PermissionKind.ENV, name)) return true;
      return open.deleteProperty!(target, name);
    },
    defineProperty: (target, name, descriptor) => {
      if (typeof name === "string" && !check(PermissionKind.ENV, name)) return true;
      return open.defineProperty!(target, name, descriptor);
    },
    ownKeys: (target) => {
      // Deno refuses to list variables unless all may be read; elsewhere the list has those that may.
      if ((isBrokered || home() === "deno") && !check(PermissionKind.ENV, null)) return [];
      const names = (open.ownKeys === undefined ? safe.ownKeys(target) : open.ownKeys(target)) as string[];
      // No method of the array, which the program could have replaced, gets the names.
      const granted: string[] = [];
      for (let index = 0; index < names.length; index++)
        if (isGranted(PermissionKind.ENV, names[index]!)) safe.push(granted, names[index]!);
      return granted;
    },
    getOwnPropertyDescriptor: (target, name) => {
      if (typeof name === "string" && !check(PermissionKind.ENV, name)) return undefined;
      return open.getOwnPropertyDescriptor === undefined
        ? safe.getOwnPropertyDescriptor(target, name)
        : open.getOwnPropertyDescriptor(target, name);
    },
  }));
}
