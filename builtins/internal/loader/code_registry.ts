// The functions of lowered source that is not a module: a hidden global with a number for each `import`. Source of node:vm and
// source that programs compile themselves (`internal:loader/dynamic_code`) share it.
import { asyncCell, pinned, safe } from "internal:core/bootstrap";
import { helpers } from "internal:loader/syntax_support";
import { readStack } from "internal:loader/stack_reads";

/** The name of the global; `internal:core/stack/function_source` has it too. */
export const REGISTRY = "$brioVmImports";

/**
 * Source that may read the property `stack`: after a dot, by a string, or in a pattern. Source that only uses a variable of that
 * name is not lowered.
 */
export const READS_STACK = /\.\s*stack\b|["']stack["']|\{[^{}()]*\bstack\s*[,}:=]/;

/** The functions behind `import()`, by number. */
export type Registry = Record<number, (specifier: unknown, options?: unknown) => Promise<object>>;

let count = 0;
let main: Registry | undefined;

/** The numbers of importers in the main context, by the URL that frames show for their module or script. */
export const numbersByUrl = pinned(new Map<string, number>());

/** An unused number. */
export function nextNumber(): number {
  return count++;
}

/** The names that lowered source of importer `number` (null for none) uses, in the order of the `names` of `native:modules`. */
export function namesOf(number: number | null): string[] {
  const importer = number === null ? "" : `${REGISTRY}[${number}]`;
  return [
    importer,
    `${REGISTRY}.stack/*$*/`,
    `${REGISTRY}.helpers`,
    `${REGISTRY}.context`,
    number === null ? "" : `${importer}.code`,
  ];
}

/** The registry of the main context, defined on first use. */
export function mainRegistry(): Registry {
  if (main === undefined) {
    main = makeRegistry();
    safe.defineProperty(globalThis, REGISTRY, { value: main, enumerable: false, configurable: true });
  }
  return main;
}

/** Makes a registry for another context. */
export function makeRegistry(): Registry {
  const registry = { __proto__: null, stack: readStack, context: asyncCell };
  safe.defineProperty(registry, "helpers", { get: helpers });
  return registry as object as Registry;
}
