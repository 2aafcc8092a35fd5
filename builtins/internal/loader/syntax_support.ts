// Functions that lowered syntax calls (decorators, `using`, `accessor`), which the transform provides.
import { makeHelpers } from "native:modules";

let cached: object | undefined;

/** The functions, by their names in lowered source. */
export function helpers(): object {
  return (cached ??= makeHelpers());
}
