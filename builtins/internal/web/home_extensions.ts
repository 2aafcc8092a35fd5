// The members that Bun adds to web classes and to modules of Node. The module of such a class calls this after its definition, so that objects which
// are created before the first read of the global have them too.
import { services } from "internal:core/bootstrap";
import { home } from "internal:core/program";

/** Adds the home's members beyond the standard to the class or function of this name. */
export function extendForHome(name: string, target: Function): void {
  if (home() === "bun") services().extendForBun(name, target);
}

/** Adds the home's members beyond Node's to the exports of a module. */
export function extendModuleForHome(name: string, exports: object): void {
  if (home() === "bun") services().extendNodeModuleForBun(name, exports);
}
