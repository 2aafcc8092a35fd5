// Options of Mocha's reporters: `--reporter-option name=value,other=value`. https://mochajs.org/#-reporter-option-option-o-option-r-option

/** The options of lists of pairs, or of an object of a configuration. A name without a value is `true`. */
export function packageOptions(given: unknown): Record<string, unknown> {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return given as Record<string, unknown>;
  const pairs = [given ?? []].flat().flatMap((text) => String(text).split(","));
  return Object.fromEntries(
    pairs.filter(Boolean).map((pair): [string, unknown] => {
      const at = pair.indexOf("=");
      return at === -1 ? [pair, true] : [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
