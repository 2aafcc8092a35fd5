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
  [/^Identifier `([^`]*)` has already been declared/, '"$1" has already been declared'],
  [/^two outputs have the path "([^"]*)"/, "Multiple files share the same output path\n  ./$1"],
  [
    /^the class "([^"]*)", which "[^"]*" composes, is not in "([^"]*)"/,
    'The name "$1" never appears in "$2" as a CSS modules locally scoped class name. Note that "composes" only works with single class selectors.',
  ],
  [/^cannot import (a ".*" file into a CSS file)/, "Cannot import $1"],
];

/** What is at a place of a source: a word, or an operator as long as it can be. */
const TOKEN =
  /(?:[\p{ID_Start}$_][\p{ID_Continue}$]*|\d\w*|>>>=|\.{3}|[=!]==|(?:<<|>>|\*\*|&&|\|\||\?\?)=?|>>>|=>|\?\.|\+\+|--|[-+*\/%&|^=!<>]=|\S)/uy;

const NO_SEMICOLON = "Expected a semicolon or an implicit semicolon";

/** A message about a token, which Bun names. `column` is from 0. */
export function wordedAt(message: string, line: string, column: number): string {
  const isUnexpected = message === "Unexpected token";
  if (!isUnexpected && !message.startsWith(NO_SEMICOLON)) return worded(message);
  TOKEN.lastIndex = column + (isUnexpected ? 0 : /^\s*/.exec(line.slice(column))![0].length);
  const [token] = TOKEN.exec(line) ?? [];
  if (token === undefined) return message;
  return isUnexpected ? `Unexpected ${token}` : `Expected ";" but found "${token}"`;
}

/** A message as Bun words it; one that Bun does not have stays. */
export function worded(message: string): string {
  for (const [pattern, text] of MESSAGES) {
    const found = pattern.exec(message);
    if (found !== null) return text.replace(/\$(\d)/g, (_, group: string) => found[+group]!);
  }
  return message;
}
