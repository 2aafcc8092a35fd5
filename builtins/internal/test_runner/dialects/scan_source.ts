// Reads JavaScript and TypeScript sources roughly: what is a comment, a string, a template, a regular expression or code,
// and where brackets end. Enough to find calls and statements, without a parser.

/** The end of the comment, string, template or regular expression at `index`; `index` itself when there is none. */
export function skipToken(source: string, index: number): number {
  const character = source.charCodeAt(index);
  switch (character) {
    case 0x22: // "
    case 0x27: // '
      return skipString(source, index, character);
    case 0x60: // `
      return skipTemplate(source, index);
    case 0x2f: // /
      return skipSlash(source, index);
    default:
      return index;
  }
}

function skipString(source: string, index: number, quote: number): number {
  for (let at = index + 1; at < source.length; at++) {
    const character = source.charCodeAt(at);
    if (character === 0x5c) at++;
    else if (character === quote || character === 0x0a) return at + 1;
  }
  return source.length;
}

function skipTemplate(source: string, index: number): number {
  for (let at = index + 1; at < source.length; at++) {
    const character = source.charCodeAt(at);
    if (character === 0x5c) at++;
    else if (character === 0x60) return at + 1;
    else if (character === 0x24 && source.charCodeAt(at + 1) === 0x7b) at = endOfBracket(source, at + 2) - 1;
  }
  return source.length;
}

function skipSlash(source: string, index: number): number {
  const next = source.charCodeAt(index + 1);
  if (next === 0x2f) {
    const end = source.indexOf("\n", index);
    return end === -1 ? source.length : end;
  }
  if (next === 0x2a) {
    const end = source.indexOf("*/", index + 2);
    return end === -1 ? source.length : end + 2;
  }
  return startsRegExp(source, index) ? skipRegExp(source, index) : index;
}

const BEFORE_REG_EXP =
  /(?:^|[([{,;=:?!&|+\-*%~^<>]|=>|\b(?:return|typeof|case|in|of|delete|void|throw|new|instanceof|await|yield))$/;

function startsRegExp(source: string, index: number): boolean {
  let end = index;
  while (end > 0 && /\s/.test(source[end - 1]!)) end--;
  return BEFORE_REG_EXP.test(source.slice(Math.max(0, end - 12), end));
}

function skipRegExp(source: string, index: number): number {
  let isInClass = false;
  for (let at = index + 1; at < source.length; at++) {
    const character = source[at];
    if (character === "\\") at++;
    else if (character === "[") isInClass = true;
    else if (character === "]") isInClass = false;
    else if (character === "\n") return index;
    else if (character === "/" && !isInClass) {
      at++;
      while (at < source.length && /[a-z]/.test(source[at]!)) at++;
      return at;
    }
  }
  return index;
}

/** The position after the bracket that closes what is open at `start`. */
export function endOfBracket(source: string, start: number): number {
  let depth = 1;
  for (let at = start; at < source.length;) {
    const next = skipToken(source, at);
    if (next > at) {
      at = next;
      continue;
    }
    const character = source[at];
    if (character === "(" || character === "[" || character === "{") depth++;
    else if ((character === ")" || character === "]" || character === "}") && --depth === 0) return at + 1;
    at++;
  }
  return source.length;
}

/** The end of the arguments that begin at `start` (their closing parenthesis), and the commas between them. */
export function endOfArguments(source: string, start: number): { end: number; commas: number[] } {
  const commas: number[] = [];
  let depth = 0;
  for (let at = start; at < source.length;) {
    const next = skipToken(source, at);
    if (next > at) {
      at = next;
      continue;
    }
    const character = source[at];
    if (character === "(" || character === "[" || character === "{") depth++;
    else if (character === ")" || character === "]" || character === "}") {
      if (depth-- === 0) return { end: at, commas };
    } else if (character === "," && depth === 0) commas.push(at);
    at++;
  }
  return { end: source.length, commas };
}

/** The source with comments and the contents of strings replaced by blanks: what is left are words of the code. */
export function codeOf(source: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < source.length;) {
    const next = skipToken(source, at);
    if (next === at) {
      at++;
      continue;
    }
    parts.push(source.slice(from, at));
    const isString = source[at] === '"' || source[at] === "'";
    parts.push(isString ? source.slice(at, next) : source.slice(at, next).replaceAll(/[^\n]/g, " "));
    from = at = next;
  }
  parts.push(source.slice(from));
  return parts.join("");
}
