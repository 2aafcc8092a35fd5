// The own names of errors for programs that list them, mostly to copy or to log an error with all of its members. What they
// read then, by a computed name or in `JSON.stringify`, is not redirected: the stack gets its final form first.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { home } from "internal:core/program";
import { stackOf } from "internal:core/stack/stack";

const isEnumerable = Object.prototype.propertyIsEnumerable;

/** The members of errors in JavaScriptCore that V8 does not have. */
const ENGINE_NAMES: Record<string, true | undefined> = {
  __proto__: null as never,
  line: true,
  column: true,
  sourceURL: true,
};

/** `names` of `error`. In the homes of Node and Deno the stack is the first of them, and those of the engine are left out. */
export function namesOfError(error: Error, names: PropertyKey[]): PropertyKey[] {
  finishStack(error);
  if (home() === "bun") return names;
  const shown: PropertyKey[] = [];
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    if (name === "stack") lists.unshift(shown, name);
    else if (typeof name !== "string" || ENGINE_NAMES[name] !== true || isEnumerable.call(error, name))
      lists.push(shown, name);
  }
  return shown;
}

/** Gives an error the stack that programs see. */
export function finishStack(error: Error): void {
  try {
    stackOf(error);
  } catch {
    // The program's `Error.prepareStackTrace` throws; it does so again when the stack is read.
  }
}
