// The source of functions in programs of Bun, which prints each file anew before it runs it: one form of quotes, parentheses around
// parameters, no comments. Frameworks read it (Elysia finds there what a handler uses). https://bun.com/docs/runtime/transpiler
// What Bun also computes (`1 + 2`, `typeof x === "undefined"`) stays as it is.
import { pinned, safe } from "internal:core/bootstrap";
import { transform } from "native:bundler";

/** What makes an expression of a source: nothing for functions and classes, an object for methods. */
const HOLDERS = [
  { start: "(", end: ")", printedStart: /^\(/, printedEnd: /\);\n$/ },
  { start: "({", end: "})", printedStart: /^\(\{\s*/, printedEnd: /\s*\}\);\n$/ },
];
const OPTIONS = '{"keepsImports":true,"build":{"directory":"/","target":"bun"}}';
const INDENTATION = "  ";
/** The closing brace of a function on a line of its own. */
const LAST_LINE = /\n([ \t]*)\}$/;
const FIRST_LINE = /\n([ \t]+)\S/;

const printed = pinned(new WeakMap<object, string>());

/** The source of a function as Bun prints it, and as it is where it cannot be printed on its own. */
export function printedSource(value: object, source: string): string {
  const known = printed.get(value);
  if (known !== undefined) return known;
  const text = isOfConstructor(source) ? source : (print(source) ?? source);
  printed.set(value, text);
  return text;
}

/** Bun does not print what `Function` makes. */
function isOfConstructor(source: string): boolean {
  return /^(?:async )?function\*? anonymous\(/.test(source);
}

// Private names and `super` are not valid outside of their class.
function print(source: string): string | undefined {
  for (let index = 0; index < HOLDERS.length; index++) {
    const { start, end, printedStart, printedEnd } = HOLDERS[index]!;
    const { code } = safe.parseJson(transform(`${start}${source}\n${end}`, "js", OPTIONS)) as { code?: string };
    if (code === undefined || !printedStart.test(code) || !printedEnd.test(code)) continue;
    return indent(code.replace(printedStart, "").replace(printedEnd, ""), depthOf(source));
  }
}

/** How many blocks a function is in, by the indentation of its last line. */
function depthOf(source: string): number {
  const last = LAST_LINE.exec(source)?.[1] ?? "";
  const step = (FIRST_LINE.exec(source)?.[1]?.length ?? 0) - last.length;
  return step > 0 ? Math.round(last.length / step) : 0;
}

// The lines of a template are not indented.
function indent(code: string, depth: number): string {
  if (/`[^`]*\n/.test(code)) return code;
  const before = INDENTATION.repeat(depth);
  return code.replace(/\n(\t*)/g, (_, tabs: string) => `\n${before}${INDENTATION.repeat(tabs.length)}`);
}
