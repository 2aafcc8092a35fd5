// The source of functions as it was before `modules/transform` added to it (`awaits.rs`, `evals.rs` there): source that is evaluated
// elsewhere must not have the additions.
import { afterMatchingParenthesis } from "internal:core/util/matching_parenthesis";

const cell = String.raw`(?:\$(?:\d+_)?a|\$brioVmImports\.context|\$brioContext)`;
const mark = String.raw`\/\*\$\*\/`;
const site = String.raw`\$(?:\d+_)?n`;
const inputs = String.raw`\$(?:\d+_)?q`;
const counter = String.raw`(?:\$(?:\d+_)?c|\$brioVmImports\[\d+\]\.c)\[\d+\]\+\+`;
const additions = new RegExp(
  [
    String.raw` else\{(?:\{let \$=)?${counter}[;}]${mark}${mark}\}`,
    String.raw`\(${counter},\{"[^"]*":${mark}`,
    String.raw`${mark}\}\)\["[^"]*"${mark}\]`,
    String.raw`\(${counter},${mark}`,
    String.raw`${counter};${mark}`,
    String.raw`\{let \$=${counter}\}${mark}`,
    String.raw`\(\(\$(?:\d+_)?c\)=>${mark}`,
    String.raw`${cell}\.r\(${cell}\.f,`,
    String.raw`${mark},${cell}\.f\)\)`,
    String.raw`${mark}${cell}\.[eglptw]\(`,
    String.raw`${mark},\$(?:\d+_)?f=${cell}\.f(?:,${site}=\d+)?\),\$(?:\d+_)?f(?:,${inputs}=0|,${site})?\)`,
    String.raw`${mark}${inputs}=`,
    String.raw`\{let \$(?:\d+_)?f(?:;|,${site}(?:,${inputs})?;try\{)return\(${mark}`,
    String.raw`let \$(?:\d+_)?f(?:;|,${site}(?:,${inputs})?;try\{)${mark}`,
    String.raw`${mark}\}catch\(\$(?:\d+_)?x\)\{throw ${cell}\.x\(\$(?:\d+_)?x,${site}(?:,0,${inputs})?\)\}`,
    String.raw`${mark}${cell}\.i\(`,
    String.raw`${mark}\$(?:(?:\d+_)?(?:m\.)?(?:code|globalCode)|brioCode|brioVmImports\[\d+\]\.code)\(`,
    String.raw`${mark};${site}=\d+;`,
    String.raw`\(${mark}${site}=void 0,`,
    String.raw`${mark} void\(${site}=void 0\)`,
    String.raw`${mark}(?:,${site}=\d+)?[)}]`,
    String.raw`\{${mark}`,
    String.raw`\{const \$(?:\d+_)?s=${cell}\.f;`,
    String.raw`${cell}\.f=\$(?:\d+_)?s;(?:${cell}\.x\([^,()]*,${site},1(?:,${inputs})?\);)?`,
  ].join("|"),
  "g",
);
/** The replacement of `import`; the group is its phase. */
const imports = new RegExp(
  String.raw`\$(?:(?:\d+_)?(?:m\.)?import|brioImport|brioVmImports\[\d+\])(?:\.?(defer|source))?${mark}`,
  "gi",
);

/** The call that reads `.stack` in code that is not a module; the expression follows, and with `,1)` or `,2)` it was `?.stack`. */
const STACK_READ = "$brioVmImports.stack/*$*/(";

/** Where the source of a function of `vm.compileFunction` has a line break that its first line cannot have. */
export const BODY_START = "{/*$*//**/";

/** The start of a line without the additions in it. */
export function beforeAdditions(source: string): string {
  const plain = withoutAdditions(source);
  return plain.includes(STACK_READ) ? plain.split(STACK_READ).join("") : plain;
}

/** Removes the additions from source that has their mark. */
export function withoutAdditions(source: string): string {
  return withoutStackReads(source)
    .replace(BODY_START, "{\n")
    .replace(additions, "")
    .replace(imports, (_, phase?: string) => (phase === undefined ? "import" : `import.${phase.toLowerCase()}`));
}

// Backwards from the last one, so that none contains another one.
function withoutStackReads(source: string): string {
  let plain = source;
  for (let start = plain.lastIndexOf(STACK_READ); start !== -1; start = plain.lastIndexOf(STACK_READ)) {
    const inner = start + STACK_READ.length;
    const end = afterMatchingParenthesis(plain, inner);
    if (end === -1) break;
    const [, value, mode] = /^([^]*?)(?:,([123]))?$/.exec(plain.slice(inner, end - 1))!;
    const read = mode === "3" ? "" : mode === undefined ? ".stack" : "?.stack";
    // The rest of an optional chain begins with its own `?.`.
    const rest = mode === "2" ? plain.slice(end).replace(/^\?(?:\.(?=[[(]))?/, "") : plain.slice(end);
    plain = `${plain.slice(0, start)}${value}${read}${rest}`;
  }
  return plain;
}
