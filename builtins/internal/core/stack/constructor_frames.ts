// V8 begins the stack of an error behind the constructors of its class: `Error` omits the frames above and including the one of
// `new.target`. The engine has them, as Bun shows them.
import { safe } from "internal:core/bootstrap";
import { home } from "internal:core/program";

/** Constructors that call each other by `super`, and functions between them, before the search ends. */
const DEPTH_MAX = 16;

/** The engine's stack of an error without the constructors of its class. `sourceOf` is the engine's own `Function.prototype.toString`. */
export function withoutConstructors(error: object, raw: string, sourceOf: Function): string {
  if (home() === "bun") return raw;
  const name = nameOfClass(error, sourceOf);
  if (name === null) return raw;
  let start = 0;
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    const end = safe.indexOf(raw, "\n", start);
    // An error whose only frames are its constructors keeps them.
    if (end === -1) return raw;
    if (safe.startsWith(raw, `${name}@`, start)) return safe.slice(raw, end + 1);
    start = end + 1;
  }
  return raw;
}

// The name of the class of an error. Null for a native class, and for a function that makes its errors otherwise, whose frame V8
// shows.
function nameOfClass(error: object, sourceOf: Function): string | null {
  const prototype = safe.getPrototypeOf(error);
  if (prototype === null || prototype === Error.prototype) return null;
  const constructor: unknown = safe.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  if (typeof constructor !== "function") return null;
  if (!safe.startsWith(safe.apply(sourceOf, constructor, []) as string, "class")) return null;
  const name: unknown = safe.getOwnPropertyDescriptor(constructor, "name")?.value ?? "";
  return typeof name === "string" ? name : null;
}
