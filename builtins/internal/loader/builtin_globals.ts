// The builtin modules as globals, for `-e`, `-p` and the interactive prompt.
import { builtinNames, safe } from "internal:core/bootstrap";
import { builtinOf } from "internal:loader/resolve";

/**
 * Defines each builtin module under its name on `target`. It is loaded when it is first read; assigning replaces it.
 * `keepsOwn`: what `target` has itself stays, such as the console of a prompt.
 */
export function addBuiltins(
  target: Record<string, unknown>,
  require: (id: string) => unknown,
  keepsOwn: boolean = false,
): void {
  for (const name of names()) {
    // The global console is that of the module, and what observes modules may print.
    if (name === "console" || (keepsOwn && safe.hasOwn(target, name))) continue;
    const replace = (value: unknown): void => {
      delete target[name];
      target[name] = value;
    };
    const read = (): unknown => {
      const exports = require(name);
      safe.defineProperty(target, name, { get: () => exports, set: replace, configurable: true, enumerable: false });
      return exports;
    };
    safe.defineProperty(target, name, { get: read, set: replace, configurable: true, enumerable: false });
  }
}

/** Names without `node:` of the modules that can be imported that way and are not a submodule. */
export function names(): string[] {
  const known = builtinNames().filter((id) => id.startsWith("node:") && !id.includes("/") && !id.startsWith("node:_"));
  return known.map((id) => id.slice("node:".length)).filter((name) => builtinOf(name) !== null);
}
