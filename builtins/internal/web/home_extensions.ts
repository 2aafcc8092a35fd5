// Members that Bun adds to classes of the web. A module of such a class calls this once the class is complete, so that
// objects made before anybody looked at the global have them too.
import { services } from "internal:core/bootstrap";
import { home } from "internal:core/program";

/** Adds to the class, or object, of this name what the home of the program has beyond the standard. */
export function extendForHome(name: string, target: any): void {
  if (home() === "bun") services().extendForBun(name, target);
}
