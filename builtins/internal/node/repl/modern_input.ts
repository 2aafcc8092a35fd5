// Inputs of the prompt in the homes of Bun and Deno: types are removed, and import declarations, which no script has, become
// dynamic imports that declare their names again.
import { stripTypes } from "native:modules";

/** An input as a script of JavaScript; null while brackets are open, so that more lines may complete it. */
export function adaptInput(code: string): string | null {
  const { text, error } = stripTypes(code);
  if (error !== null && isOpen(code)) return null;
  const script = error === null ? text : code;
  return script.replace(IMPORT, (_all, clause: string | undefined, specifier: string, attributes = "") => {
    const options = attributes === "" ? "" : `, { with: ${attributes.replace(/^\s*with\s*/, "")} }`;
    const call = `await import(${specifier}${options})`;
    return clause === undefined ? `${call};` : `var ${patternsOf(clause, call)};`;
  });
}

const IMPORT =
  /(?<=^|[;\n])[^\S\n]*import\s*(?:([\w$*{][^"'();]*?)\s*from\s*)?("[^"\n]+"|'[^'\n]+')(\s*with\s*\{[^}]*\})?[^\S\n]*;?/g;

/** The declarations of an import clause: `a, { b as c }`, `* as d`. */
function patternsOf(clause: string, call: string): string {
  const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? "";
  const names = braces
    .split(",")
    .flatMap((name) => (name.trim() === "" ? [] : [name.trim().replace(/\s+as\s+/, ": ")]));
  const others = clause.replace(/\{[^}]*\}/, "").split(",");
  const spaces: string[] = [];
  for (const other of others.map((name) => name.trim()).filter(Boolean)) {
    if (other.startsWith("*")) spaces.push(other.replace(/^\*\s*as\s+/, ""));
    else names.unshift(`default: ${other}`);
  }
  const patterns = names.length > 0 ? [...spaces, `{ ${names.join(", ")} }`] : spaces;
  return patterns.length === 0 ? `{} = ${call}` : patterns.map((pattern) => `${pattern} = ${call}`).join(", ");
}

/** Whether more brackets are opened than closed outside of strings and comments. */
function isOpen(code: string): boolean {
  const plain = code.replace(/\/\/.*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, "");
  return plain.replace(/[^([{]/g, "").length > plain.replace(/[^)\]}]/g, "").length;
}
