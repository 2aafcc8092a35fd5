// How often a program with `--hot` was loaded: servers of an earlier load are reused by the next one.

/** The number of the load; 0: the program is not reloaded. */
export let generation = 0;

/** The program is loaded once more. */
export function nextGeneration(): void {
  generation++;
}
