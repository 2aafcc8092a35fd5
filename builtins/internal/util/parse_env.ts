// `util.parseEnv`: the text of an .env file as an object. Also for `process.loadEnvFile` and --env-file.
import { validateString } from "internal:validators";

/**
 * Reads `KEY=value` lines. Values may be in single, double or back quotes, also over several lines; `\n` in double quotes
 * is a line end; `#` begins a comment outside of quotes; `export ` before a key is passed over. The last of two equal keys wins.
 */
export function parseEnv(content: string): Record<string, string> {
  validateString(content, "content");
  const text = content.replaceAll("\r\n", "\n").replaceAll("\r", "\n").trim();
  const values: Record<string, string> = Object.create(null);
  let position = 0;
  while (position < text.length) {
    const lineEnd = endOfLine(text, position);
    const line = text.slice(position, lineEnd);
    const equals = line.indexOf("=");
    if (equals === -1 || line.trimStart().startsWith("#")) {
      position = lineEnd + 1;
      continue;
    }
    const key = line.slice(0, equals).trim().replace(/^export /, "").trim();
    if (key === "") {
      position = lineEnd + 1;
      continue;
    }
    const [value, end] = readValue(text, position + equals + 1);
    values[key] = value;
    position = end + 1;
  }
  return values;
}

function endOfLine(text: string, position: number): number {
  const end = text.indexOf("\n", position);
  return end === -1 ? text.length : end;
}

/** The value that begins at `position`, and where its line ends. */
function readValue(text: string, position: number): [string, number] {
  const lineEnd = endOfLine(text, position);
  let start = position;
  while (start < lineEnd && (text[start] === " " || text[start] === "\t")) start++;
  const quote = text[start];
  if (start < lineEnd && (quote === '"' || quote === "'" || quote === "`")) {
    const close = text.indexOf(quote, start + 1);
    if (close !== -1) {
      const inner = text.slice(start + 1, close);
      return [quote === '"' ? inner.replaceAll("\\n", "\n") : inner, endOfLine(text, close)];
    }
    // Not closed: the quote is part of the value.
    return [text.slice(start, lineEnd).trim(), lineEnd];
  }
  const line = text.slice(start, lineEnd);
  const comment = line.indexOf("#");
  return [(comment === -1 ? line : line.slice(0, comment)).trim(), lineEnd];
}
