// The names of methods with computed keys, which the engine's stacks do not have: read from the source of the key, and of the
// constants it uses.

const STRING = /^(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)$/;
const NUMBER = /^\d+$/;
const SYMBOL = /^Symbol(?:\.for)?\((?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)?\)$/;
const WELL_KNOWN = /^Symbol\.[a-zA-Z]+$/;
/** Node's symbols, by the member of a module that has them. */
const NODE_SYMBOL = /^(?:util\.)?(inspect|promisify)\.custom$/;
const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;
const TEMPLATE = /^`((?:[^`\\$]|\$\{[\p{ID_Start}_$][\p{ID_Continue}$]*\})*)`$/u;
const SUM = /^([\p{ID_Continue}$."']+) *\+ *([\p{ID_Continue}$."']+)$/u;

/** The name of a function whose key has the source `key` in a file with `source`; undefined when the source does not say. */
export function nameOfKey(key: string, source: string): string | undefined {
  return valueOf(key.trim(), source, true);
}

/** The string that an expression is; with `isKey` the brackets around the description of a symbol, too. */
function valueOf(expression: string, source: string, isKey: boolean): string | undefined {
  const string = STRING.exec(expression);
  if (string !== null) return string[1] ?? string[2] ?? string[3];
  if (NUMBER.test(expression)) return expression;
  if (isKey) {
    if (WELL_KNOWN.test(expression)) return `[${expression}]`;
    const symbol = SYMBOL.exec(expression);
    if (symbol !== null) return `[${symbol[1] ?? symbol[2] ?? symbol[3] ?? ""}]`;
    const nodeSymbol = NODE_SYMBOL.exec(expression);
    if (nodeSymbol !== null) return `[nodejs.util.${nodeSymbol[1]}.custom]`;
  }
  if (IDENTIFIER.test(expression)) return constant(expression, source, isKey);
  return joined(expression, source);
}

/** The value of the only variable of this name that is declared in the source. */
function constant(name: string, source: string, isKey: boolean): string | undefined {
  const escaped = name.split("$").join("\\$");
  const declaration = new RegExp(
    `(?<![\\p{ID_Continue}$.])(?:const|let|var|,)\\s+${escaped}(?:\\s*:[^=;]*)?\\s*=\\s*("[^"\\n]*"|'[^'\\n]*'|\`[^\`]*\`|\\d+|Symbol(?:\\.\\w+)?(?:\\([^()\\n]*\\))?)\\s*(?:as const\\s*)?(?=[;,\\n]|$)`,
    "gu",
  );
  const found = declaration.exec(source);
  // With a second one, which of them is meant depends on where the key is.
  if (found === null || declaration.exec(source) !== null) return undefined;
  return valueOf(found[1]!, source, isKey);
}

/** A template or a sum of constants. */
function joined(expression: string, source: string): string | undefined {
  const sum = SUM.exec(expression);
  if (sum !== null) {
    const left = valueOf(sum[1]!, source, false);
    const right = valueOf(sum[2]!, source, false);
    return left === undefined || right === undefined ? undefined : left + right;
  }
  const template = TEMPLATE.exec(expression);
  if (template === null) return undefined;
  let text = "";
  for (const [index, part] of template[1]!.split(/\$\{([^}]*)\}/).entries()) {
    const value = index % 2 === 0 ? part : constant(part, source, false);
    if (value === undefined) return undefined;
    text += value;
  }
  return text;
}
