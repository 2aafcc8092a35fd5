// Hoisted mocks: `vi.mock`, `vi.hoisted` and `jest.mock` run before the imports of their file. The static imports of a file
// with such calls become `await import()` after them. Lines stay where they are, unless a call follows other statements.
// https://vitest.dev/api/vi#vi-mock, https://jestjs.io/docs/jest-object#jestmockmodulename-factory-options
import { endOfArguments, endOfBracket, skipToken } from "internal:test_runner/dialects/scan_source";

const HOISTED =
  /(?:(?:export\s+)?(?:const|let|var)\s+[^=;]+?=\s*(?:await\s+)?(?:vi|vitest)\s*\.\s*hoisted|(?:await\s+)?(?:vi|vitest)\s*\.\s*(?:mock|unmock|hoisted)|jest\s*\.\s*(?:mock|unmock|deepUnmock|enableAutomock|disableAutomock))\s*(?:<[^(]*>)?\(/y;
const IMPORT =
  /import\b(?!\s*[.(])\s*(type\s+(?!from\b)[^'"]*?from\s*)?([^'"();]*?\bfrom\s*)?(['"])([^'"\n]+)\3(?:\s*with\s*(\{[^}]*\}))?[^\S\n]*;?/y;
/** Modules of the runner itself, which stay static imports. */
const OWN = new Set(["vitest", "@jest/globals", "bun:test"]);

/** In Vitest, imports that a mock does not have throw when they are used. */
const HELPER = "brioDestructurable";
const DEFINE_HELPER = `const ${HELPER} = globalThis[Symbol.for("brio.destructurable")] ?? ((names) => names);`;

/** A statement at the top level. */
interface Statement {
  kind: "import" | "hoisted" | "other";
  start: number;
  end: number;
  /** Of an import. */
  clause?: string;
  specifier?: string;
  attributes?: string | undefined;
}

/** How files of a runner are rewritten. */
export interface HoistOptions {
  /** Calls in functions are hoisted too, as in Vitest. */
  takesNested: boolean;
  /** Imports whose names are not used are those of types. */
  erasesUnused: boolean;
}

/** The source with its hoisted calls first; the same when there are none. */
export function hoistMocks(source: string, { takesNested, erasesUnused }: HoistOptions): string {
  const statements = topLevel(source);
  const nested = takesNested ? nestedCalls(source, statements) : [];
  const hoisted = [...statements.filter(({ kind }) => kind === "hoisted"), ...nested];
  if (hoisted.length === 0) return source;
  const imports = statements.filter(({ kind, specifier }) => kind === "import" && !OWN.has(specifier!));
  const firstOther = statements.find(({ kind }) => kind === "other")?.start ?? source.length;
  const late = hoisted.filter(({ start }) => start > firstOther);
  const early = hoisted.filter(({ start }) => start < firstOther);
  const insertAt = early.length > 0 ? early.at(-1)!.end : Math.min(firstOther, hoisted[0]!.start);
  const moved = late.map(({ start, end }) => source.slice(start, end)).join(";");
  const awaited = imports.map((statement) => awaitedImport(statement, source, erasesUnused)).join("");
  const helper = takesNested && awaited.includes(HELPER) ? DEFINE_HELPER : "";
  const inserted = `;${moved === "" ? "" : `${moved};`}${helper}${takesNested ? awaited : awaited.replaceAll(HELPER, "")}`;
  const edits: [start: number, end: number, text: string][] = [
    [insertAt, insertAt, inserted],
    ...[...imports, ...late].map((statement): [number, number, string] => {
      const { start, end } = statement;
      // A call may be an operand or the body of a function.
      return [start, end, (nested.includes(statement) ? "void 0" : "") + blank(source.slice(start, end))];
    }),
  ];
  let text = source;
  for (const [start, end, replacement] of edits.sort((one, other) => other[0] - one[0] || other[1] - one[1]))
    text = text.slice(0, start) + replacement + text.slice(end);
  text = text.replaceAll(
    /\b(vi|vitest|jest)(\s*\.\s*(?:mock|unmock|doMock)\s*\(\s*)import\s*\(\s*(['"][^'"]+['"])\s*\)/g,
    "$1$2$3",
  );
  return text;
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, "");
}

/** Finds imports and hoisted calls, and where other code begins. */
function topLevel(source: string): Statement[] {
  const found: Statement[] = [];
  let isOther = false;
  let at = source.startsWith("#!") ? source.indexOf("\n") : 0;
  if (at === -1) return found;
  while (at < source.length) {
    const character = source[at]!;
    if (/[\s;]/.test(character)) {
      if (character === "\n" || character === ";") isOther = false;
      at++;
      continue;
    }
    if (!isOther) {
      const statement = statementAt(source, at);
      if (statement !== null) {
        found.push(statement);
        at = statement.end;
        continue;
      }
    }
    const next = skipToken(source, at);
    if (next > at) {
      const isComment = character === "/" && (source[at + 1] === "/" || source[at + 1] === "*");
      const isDirective = /^['"]use [a-z ]+['"]/.test(source.slice(at, next));
      if (!isComment && !isDirective) isOther = begin(found, isOther, at);
      at = next;
      continue;
    }
    isOther = begin(found, isOther, at);
    if (character === "(" || character === "[" || character === "{") at = endOfBracket(source, at + 1);
    else at = nextWord(source, at);
  }
  return found;
}

const NESTED = /(?<![\w$.])(?:vi|vitest)\s*\.\s*(?:mock|unmock)\s*(?:<[^(]*>)?\(/y;

/** The calls that are no statements at the top level. */
function nestedCalls(source: string, statements: Statement[]): Statement[] {
  const found: Statement[] = [];
  for (let at = 0; at < source.length; at++) {
    const next = skipToken(source, at);
    if (next > at) {
      at = next - 1;
      continue;
    }
    NESTED.lastIndex = at;
    if (source[at] !== "v" || NESTED.exec(source) === null) continue;
    const end = endOfArguments(source, NESTED.lastIndex).end + 1;
    const isKnown = statements.some((one) => one.kind === "hoisted" && one.start <= at && at < one.end);
    if (!isKnown) found.push({ kind: "hoisted", start: at, end });
    at = end - 1;
  }
  return found;
}

function nextWord(source: string, at: number): number {
  const match = /[\w$]+/y;
  match.lastIndex = at;
  const found = match.exec(source);
  return found === null ? at + 1 : match.lastIndex;
}

function begin(found: Statement[], isOther: boolean, at: number): boolean {
  if (!isOther && found.at(-1)?.kind !== "other") found.push({ kind: "other", start: at, end: at });
  return true;
}

function statementAt(source: string, at: number): Statement | null {
  IMPORT.lastIndex = at;
  const imported = IMPORT.exec(source);
  if (imported !== null) {
    const [whole, typeClause, clause, , specifier, attributes] = imported;
    // A type import is erased anyway.
    if (typeClause !== undefined)
      return { kind: "import", start: at, end: at + whole.length, clause: "", specifier: "vitest" };
    return {
      kind: "import",
      start: at,
      end: at + whole.length,
      clause: clause?.replace(/\bfrom\s*$/, "").trim() ?? "",
      specifier: specifier!,
      attributes,
    };
  }
  HOISTED.lastIndex = at;
  const hoisted = HOISTED.exec(source);
  if (hoisted === null) return null;
  let end = endOfArguments(source, HOISTED.lastIndex).end + 1;
  for (;;) {
    const chained = /\s*\.\s*(?:mock|unmock)\s*\(/y;
    chained.lastIndex = end;
    if (chained.exec(source) === null) break;
    end = endOfArguments(source, chained.lastIndex).end + 1;
  }
  return { kind: "hoisted", start: at, end };
}

/** `import a, { b as c } from "x"` as `const { default: a, b: c } = await import("x")`. */
function awaitedImport(
  { clause = "", specifier = "", attributes, start, end }: Statement,
  source: string,
  erasesUnused: boolean,
): string {
  const options = attributes === undefined ? "" : `, { with: ${attributes} }`;
  const call = `await import(${JSON.stringify(specifier)}${options})`;
  if (clause === "") return `${call};`;
  const names: string[] = [];
  let namespace: string | undefined;
  const braces = /\{([\s\S]*)\}/.exec(clause);
  const outside = clause
    .replace(/\{[\s\S]*\}/, "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of outside) {
    const star = /^\*\s*as\s+([\w$]+)$/.exec(part);
    if (star !== null) namespace = star[1]!;
    else names.push(`default: ${part}`);
  }
  for (const part of (braces?.[1] ?? "")
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)) {
    if (/^type\s+(?!as\b)/.test(part)) continue;
    const [imported, local] = part.split(/\s+as\s+/);
    names.push(local === undefined ? imported! : `${imported}: ${local}`);
  }
  const rest = source.slice(0, start) + source.slice(end);
  const used = names.filter((name) => isUsed(rest, name.split(":").at(-1)!.trim()));
  if (namespace !== undefined) {
    const extra = used.length === 0 ? "" : `const { ${used.join(", ")} } = ${HELPER}(${namespace});`;
    return `const ${namespace} = ${call};${extra}`;
  }
  if (used.length === 0) return erasesUnused ? "" : `${call};`;
  return `const { ${used.join(", ")} } = ${HELPER}(${call});`;
}

function isUsed(source: string, name: string): boolean {
  // The calls that elements are compiled to may use it (https://react.dev/link/new-jsx-transform).
  if (name === "React" && /<[A-Za-z>]/.test(source)) return true;
  return new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(source);
}
