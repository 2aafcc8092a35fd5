// Names of modules that the project of a test file maps to others: aliases of Vite, `moduleNameMapper` and folders of modules of
// Jest. What mocks modules finds them by the same names as what imports them.

/** How names are mapped. */
export interface NameMap {
  aliases: [pattern: RegExp, target: string][];
  /** Folders below which bare names are found. */
  folders: readonly string[];
}

let map: NameMap = { aliases: [], folders: [] };

/** Sets the names of the file that runs. */
export function setNameMap(next: NameMap): void {
  map = next;
}

/** The names by which a module may be found, the first one that exists counts. */
export function namesFor(specifier: string): string[] {
  const mapped = map.aliases
    .filter(([pattern]) => pattern.test(specifier))
    .map(([pattern, target]) => specifier.replace(pattern, target));
  if (mapped.length > 0) return mapped;
  const isBare = !/^[./]|^[\w-]+:/.test(specifier);
  return [...(isBare ? map.folders.map((folder) => `${folder}/${specifier}`) : []), specifier];
}
