// The messages of builds in Bun's words: programs look for them.
/** What native code says, and what Bun says. */
const MESSAGES: readonly [RegExp, string][] = [
  [/^cannot find package "([^"]*)"/, 'Could not resolve: "$1". Maybe you need to "bun install"?'],
  [/^cannot find "(\.{0,2}\/[^"]*)"/, 'Could not resolve: "$1"'],
  [/^cannot find "([^"]*)"/, 'Could not resolve: "$1". Maybe you need to "bun install"?'],
  [/^the imports of package\.json have no "([^"]*)"/, 'Could not resolve: "$1". Maybe you need to "bun install"?'],
  [/^Could not resolve '([^']*)' in /, 'Could not resolve: "$1". Maybe you need to "bun install"?'],
  [/^Cannot resolve entry module ([^]*?)\.(?: \(.*\))?$/, 'ModuleNotFound resolving "$1" (entry point)'],
  [/^"([^"]*)" is not exported by "([^"]*)", imported by/, 'No matching export in "$2" for import "$1"'],
  [/^"[^"]*" re-exports "([^"]*)" from one of the modules/, 'Ambiguous import "$1" has multiple matching exports'],
  [/^cannot assign to "([^"]*)", which is a constant/, 'Cannot assign to "$1" because it is a constant'],
  [/^two outputs have the path "([^"]*)"/, "Multiple files share the same output path\n  ./$1"],
  [/^cannot import (a ".*" file into a CSS file)/, "Cannot import $1"],
];

/** A message as Bun words it; one that Bun does not have stays. */
export function worded(message: string): string {
  for (const [pattern, text] of MESSAGES) {
    const found = pattern.exec(message);
    if (found !== null) return text.replace(/\$(\d)/g, (_, group: string) => found[+group]!);
  }
  return message;
}
