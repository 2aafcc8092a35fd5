// Functions that lowered syntax calls (decorators, `using`, `accessor`): the transformer brings them along.
import { makeHelpers } from "native:modules";

let made: object | undefined;

/** The functions, by the names that the transformer gives them. */
export function helpers(): object {
  return (made ??= makeHelpers());
}
