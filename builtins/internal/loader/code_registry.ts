// Where lowered text that is no module finds its functions: a hidden global with a number for each `import`. Text of node:vm and
// text that programs compile themselves (`internal:loader/dynamic_code`) share it.
import { asyncCell } from "internal:core/bootstrap";
import { helpers } from "internal:loader/syntax_support";
import { readStack } from "internal:loader/stack_reads";

/** The name of the global; `internal:core/stack/install` knows it too. */
export const REGISTRY = "$brioVmImports";

/**
 * Text that may read the property `stack`: behind a dot, by a string, or in a pattern. Variables have that name, too, and text that
 * only uses them is left alone.
 */
export const READS_STACK = /\.\s*stack\b|["']stack["']|\{[^{}()]*\bstack\s*[,}:=]/;

/** The functions behind `import()`, by number. */
export type Registry = Record<number, (specifier: unknown, options?: unknown) => Promise<object>>;

let count = 0;
let main: Registry | undefined;

/** The numbers of importers in the main context, by what frames call the module or script that they import for. */
export const numbersByUrl = new Map<string, number>();

/** A number that no text has. */
export function nextNumber(): number {
  return count++;
}

/** What lowered text of importer `number` (null for text without one) uses, in the order that `native:modules` takes the names. */
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

/** The registry of the main context, which is defined when something is registered. */
export function mainRegistry(): Registry {
  if (main === undefined) {
    main = makeRegistry();
    Object.defineProperty(globalThis, REGISTRY, { value: main, enumerable: false, configurable: true });
  }
  return main;
}

/** Makes a registry for another context. */
export function makeRegistry(): Registry {
  const registry: any = { __proto__: null, stack: readStack, context: asyncCell };
  Object.defineProperty(registry, "helpers", { get: helpers });
  return registry;
}
