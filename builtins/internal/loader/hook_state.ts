// Whether hooks of `module.registerHooks()` are there: the only thing about them that every import has to know.

let resolveCount = 0;
let loadCount = 0;

/** Whether a hook wants to see specifiers. */
export function hasResolveHooks(): boolean {
  return resolveCount > 0;
}
/** Whether a hook wants to see sources. */
export function hasLoadHooks(): boolean {
  return loadCount > 0;
}
/** Counts a hook in (`by` 1) or out (-1). */
export function countHooks(resolves: boolean, loads: boolean, by: 1 | -1): void {
  if (resolves) resolveCount += by;
  if (loads) loadCount += by;
}
