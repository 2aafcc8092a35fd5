// The own properties of errors as V8 has them. The engine adds `line`, `column` and `sourceURL`, and its own stack, which a program
// reads by a computed key when it copies or prints an error by its property names: that read is not redirected.
import { pinned, safe } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import { stackOf } from "internal:core/stack/stack";

const prepared = pinned(new WeakSet<object>());

/** Gives an error its final `stack` and the order of properties that V8 has, once. */
export function prepareOwnProperties(error: object): void {
  if (prepared.has(error)) return;
  prepared.add(error);
  try {
    stackOf(error);
  } catch {
    // The program's `prepareStackTrace` threw; a read of the stack throws it again.
    return;
  }
  // Bun shows what the engine adds.
  if (home() === "bun" || !safe.isExtensible(error)) return;
  for (const name of ["line", "column", "sourceURL"]) {
    // An enumerable one is the program's.
    if (safe.getOwnPropertyDescriptor(error, name)?.enumerable === false) safe.deleteProperty(error, name);
  }
  moveStackToStart(error);
}

// V8 defines `stack` before `message` and the others.
function moveStackToStart(error: object): void {
  const keys = safe.ownKeys(error);
  if (keys[0] === "stack" || !safe.hasOwn(error, "stack")) return;
  const descriptors = safe.getOwnPropertyDescriptors(error) as Record<PropertyKey, PropertyDescriptor>;
  for (let index = 0; index < keys.length; index++) if (!descriptors[keys[index]!]!.configurable) return;
  safe.defineProperty(error, "stack", descriptors.stack!);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (key === "stack") continue;
    safe.deleteProperty(error, key);
    safe.defineProperty(error, key, descriptors[key]!);
  }
}
