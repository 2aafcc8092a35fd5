// Which tests the command line selects by their names, for all dialects: `-t`, `--test-skip-pattern`, and the filters of Node's tags.

/** The selection; sources of regular expressions, or `/source/flags`. */
export interface NameFilters {
  /** Names that run; none: all. */
  names: string[];
  /** Names that do not run. */
  skipped: string[];
  /** Mocha's `--invert`: the names are those that do not run. */
  isInverted: boolean;
  /** Expressions of tags, which tests of `node:test` have. */
  tags: string[];
}

/** No selection. */
export function noNameFilters(): NameFilters {
  return { names: [], skipped: [], isInverted: false, tags: [] };
}

const WITH_FLAGS = /^\/(.*)\/([a-z]*)$/s;

/** The source of a pattern; flags that a part of an expression can have are written into it. */
function sourceOf(pattern: string): string {
  const [, source, flags] = WITH_FLAGS.exec(pattern) ?? [];
  if (source === undefined) return pattern;
  const modifiers = flags!.replaceAll(/[^ims]/g, "");
  return modifiers === "" ? source : `(?${modifiers}:${source})`;
}

/** One expression for all patterns; null for none. */
function anyOf(patterns: string[]): string | null {
  if (patterns.length === 0) return null;
  return patterns.length === 1 ? sourceOf(patterns[0]!) : patterns.map((one) => `(?:${sourceOf(one)})`).join("|");
}

/** Whether a pattern can be compiled. */
export function isPatternValid(pattern: string): boolean {
  try {
    new RegExp(sourceOf(pattern));
    return true;
  } catch {
    return false;
  }
}

/** The source of the expression that the full names of selected tests match; null: all tests are selected. */
export function expressionOf({ names, skipped, isInverted }: NameFilters): string | null {
  const wanted = anyOf(isInverted ? skipped : names);
  const refused = anyOf(isInverted ? names : skipped);
  if (refused === null) return wanted;
  return `^(?![^]*(?:${refused}))[^]*${wanted === null ? "" : `(?:${wanted})`}`;
}

/** The flags of Node for a file that selects its tests itself. */
export function nodeFlags({ names, skipped, isInverted, tags }: NameFilters): [string, string][] {
  const [wanted, refused] = isInverted ? [skipped, names] : [names, skipped];
  return [
    ...wanted.map((one): [string, string] => ["--test-name-pattern", one]),
    ...refused.map((one): [string, string] => ["--test-skip-pattern", one]),
    ...tags.map((one): [string, string] => ["--experimental-test-tag-filter", one]),
  ];
}
