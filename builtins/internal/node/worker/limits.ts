// `resourceLimits`: the sizes of the stack and of the heap. The limits of the generations are added, if there is one for the old
// generation; a limit for code has no effect in JavaScriptCore and is only reported.
import { STACK_MEGABYTES } from "internal:web/worker/thread";

const HEAP_LIMITS = ["maxYoungGenerationSizeMb", "maxOldGenerationSizeMb", "codeRangeSizeMb"] as const;

/** Reads the option; as in Node, values that are not positive numbers are ignored. */
export function readLimits(resourceLimits: unknown): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const name of HEAP_LIMITS) limits[name] = -1;
  limits.stackSizeMb = STACK_MEGABYTES;
  if (typeof resourceLimits !== "object" || resourceLimits === null) return limits;
  for (const name of Object.keys(limits)) {
    const value = (resourceLimits as Record<string, unknown>)[name];
    if (typeof value === "number" && value > 0) limits[name] = value;
  }
  return limits;
}

/** The limits that the worker reports: Node's defaults for missing ones. */
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
