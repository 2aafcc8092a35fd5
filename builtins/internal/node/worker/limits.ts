// `resourceLimits`: the size of the stack and of the heap. The limits of the generations count together, as soon as there
// is one for the old generation; one for code alone has no meaning in JavaScriptCore and is only carried along.
import { STACK_MEGABYTES } from "internal:web/worker/thread";

const HEAP_LIMITS = ["maxYoungGenerationSizeMb", "maxOldGenerationSizeMb", "codeRangeSizeMb"] as const;

/** Reads the option; as in Node, what is no number says nothing. */
export function readLimits(given: any): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const name of HEAP_LIMITS) limits[name] = -1;
  limits.stackSizeMb = STACK_MEGABYTES;
  if (typeof given !== "object" || given === null) return limits;
  for (const name of Object.keys(limits)) {
    const value = given[name];
    if (typeof value === "number" && value > 0) limits[name] = value;
  }
  return limits;
}

/** What the worker itself sees: Node's defaults where none was given. */
export function limitsInside(limits: Record<string, number>): Record<string, number> {
  const defaults: Record<string, number> = {
    maxYoungGenerationSizeMb: 96,
    maxOldGenerationSizeMb: 4096,
    codeRangeSizeMb: 0,
    stackSizeMb: STACK_MEGABYTES,
  };
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, (limits[name] ?? -1) > 0 ? limits[name]! : value]),
  );
}
