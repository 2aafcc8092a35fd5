// Selectors (Selectors 4) that can be matched at a start tag: types, ids, classes, attributes, `:not`, the position among
// earlier siblings, and the descendant and child combinators.

/** The element that a selector is matched against. `index` and `typeIndex` count from 1 among siblings. */
export interface Candidate {
  name: string;
  attribute(name: string): string | null;
  index: number;
  typeIndex: number;
  parent: Candidate | null;
}

type Test = (candidate: Candidate) => boolean;
interface Step {
  tests: Test[];
  isChild: boolean;
}

const SIMPLE =
  /\*|#((?:[\w-]|[^\x00-\x7f]|\\.)+)|\.((?:[\w-]|[^\x00-\x7f]|\\.)+)|\[\s*([^\s=~|^$*\]]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s\]]+))\s*([iIsS])?\s*)?\]|:([\w-]+)(?:\(([^()]*(?:\([^()]*\))?[^()]*)\))?|((?:[\w-]|[^\x00-\x7f])+)/y;

/** Compiles a list of selectors. Throws a TypeError for one that is invalid or depends on later parts of the document. */
export function compileSelector(text: string): Test {
  const alternatives = splitList(text).map(compileComplex);
  return (candidate) => alternatives.some((steps) => matches(steps, steps.length - 1, candidate));
}

function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function fail(text: string): never {
  throw new TypeError(`The selector is invalid or not supported: ${text.trim()}`);
}

// Steps from the outermost; `isChild` is the combinator with the step before.
function compileComplex(text: string): Step[] {
  const steps: Step[] = [];
  let rest = text.trim();
  if (rest === "") fail(text);
  let isChild = false;
  while (rest !== "") {
    const tests: Test[] = [];
    let position = 0;
    for (;;) {
      SIMPLE.lastIndex = position;
      const match = SIMPLE.exec(rest);
      if (match === null) break;
      position += match[0].length;
      tests.push(compileSimple(match, text));
    }
    if (tests.length === 0) fail(text);
    steps.push({ tests, isChild });
    const combinator = /^\s*(>?)\s*/.exec(rest.slice(position))!;
    if (position + combinator[0].length < rest.length && combinator[0] === "") fail(text);
    isChild = combinator[1] === ">";
    rest = rest.slice(position + combinator[0].length);
    if (rest === "" && isChild) fail(text);
  }
  return steps;
}

function compileSimple(match: RegExpExecArray, text: string): Test {
  const [, id, className, attribute, operator, double, single, bare, flag, pseudo, argument, type] = match;
  const unescape = (value: string): string => value.replace(/\\(.)/g, "$1");
  if (id !== undefined) return (candidate) => candidate.attribute("id") === unescape(id);
  if (className !== undefined)
    return (candidate) => tokensOf(candidate.attribute("class")).includes(unescape(className));
  if (attribute !== undefined)
    return attributeTest(
      attribute.toLowerCase(),
      operator,
      double ?? single ?? bare ?? "",
      flag?.toLowerCase() === "i",
    );
  if (pseudo !== undefined) return pseudoTest(pseudo.toLowerCase(), argument, text);
  if (type !== undefined) return (candidate) => candidate.name === type.toLowerCase();
  return () => true;
}

function tokensOf(text: string | null): string[] {
  return text === null ? [] : text.split(/\s+/);
}

function attributeTest(name: string, operator: string | undefined, wanted: string, ignoresCase: boolean): Test {
  const expected = ignoresCase ? wanted.toLowerCase() : wanted;
  return (candidate) => {
    const found = candidate.attribute(name);
    if (found === null) return false;
    const value = ignoresCase ? found.toLowerCase() : found;
    switch (operator) {
      case undefined:
        return true;
      case "=":
        return value === expected;
      case "~=":
        return expected !== "" && tokensOf(value).includes(expected);
      case "|=":
        return value === expected || value.startsWith(`${expected}-`);
      case "^=":
        return expected !== "" && value.startsWith(expected);
      case "$=":
        return expected !== "" && value.endsWith(expected);
      default:
        return expected !== "" && value.includes(expected);
    }
  };
}

function pseudoTest(name: string, argument: string | undefined, text: string): Test {
  if (name === "not" && argument !== undefined) {
    const inner = compileSelector(argument);
    return (candidate) => !inner(candidate);
  }
  const isOfType = name.endsWith("-of-type");
  const place = (candidate: Candidate): number => (isOfType ? candidate.typeIndex : candidate.index);
  if (name === "first-child" || name === "first-of-type") return (candidate) => place(candidate) === 1;
  if ((name === "nth-child" || name === "nth-of-type") && argument !== undefined) {
    const [step, offset] = nth(argument, text);
    return (candidate) =>
      step === 0
        ? place(candidate) === offset
        : (place(candidate) - offset) % step === 0 && (place(candidate) - offset) / step >= 0;
  }
  return fail(text);
}

// An+B (CSS Syntax 3 §6).
function nth(argument: string, text: string): [step: number, offset: number] {
  const value = argument.trim().toLowerCase();
  if (value === "odd") return [2, 1];
  if (value === "even") return [2, 0];
  const match = /^(?:([-+]?\d*)n)?\s*([-+]?\s*\d+)?$/.exec(value);
  if (match === null || value === "") return fail(text);
  const step =
    match[1] === undefined ? 0 : match[1] === "" || match[1] === "+" ? 1 : match[1] === "-" ? -1 : Number(match[1]);
  return [step, match[2] === undefined ? 0 : Number(match[2].replace(/\s/g, ""))];
}

function matches(steps: Step[], index: number, candidate: Candidate): boolean {
  const step = steps[index]!;
  if (!step.tests.every((test) => test(candidate))) return false;
  if (index === 0) return true;
  if (step.isChild) return candidate.parent !== null && matches(steps, index - 1, candidate.parent);
  for (let ancestor = candidate.parent; ancestor !== null; ancestor = ancestor.parent)
    if (matches(steps, index - 1, ancestor)) return true;
  return false;
}
