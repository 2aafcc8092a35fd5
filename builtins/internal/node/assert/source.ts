// Finds the source of a failed `assert(…)` call in its file, for the message.
import { frameLines } from "internal:core/util/call_sites";
import { afterMatchingParenthesis } from "internal:core/util/matching_parenthesis";
import defer * as fs from "internal:node/fs";
import defer * as url from "internal:web/file_urls";

/** The message of a call to `fn` whose argument is falsy, with its source; `undefined` when that cannot be read. */
export function falsyMessage(fn: Function): string | undefined {
  const expression = callText(fn);
  // A proper tail call has no frame: then the frame is that of another call.
  if (expression === undefined || !/^[^(]*(?:assert|ok|strict)[^(]*\(/i.test(expression)) return undefined;
  const shown = expression.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, (letter) =>
    letter === "\b" ? "\\b" : letter === "\f" ? "\\f" : `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `The expression evaluated to a falsy value:\n\n  ${shown}\n`;
}

function callText(fn: Function): string | undefined {
  const frame = frameLines(fn, 1)[0];
  const place = frame === undefined ? null : /(?:\(|at )([^()]+?):(\d+):(\d+)\)?$/.exec(frame);
  if (place === null || /^(?:node|internal|native):/.test(place[1]!)) return undefined;
  let text: string;
  try {
    const path = place[1]!.startsWith("file:") ? url.fileURLToPath(place[1]) : place[1]!;
    text = fs.default.readFileSync(path.replace(/^async /, ""), "utf8");
  } catch {
    return undefined; // evaluated source has no file
  }
  const lines = text.split("\n");
  const lineStart = lines.slice(0, Number(place[2]) - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return callAt(text, lineStart, lineStart + Number(place[3]) - 1);
}

/** The call whose callee, name or parenthesis is at `position`. */
function callAt(text: string, lineStart: number, position: number): string | undefined {
  let start = position;
  while (start > lineStart && /[\p{ID_Continue}$.?\]']/u.test(text[start - 1]!)) start--;
  const head = /^[\p{ID_Continue}$]+(?:\s*(?:\?\.|\.)\s*[\p{ID_Continue}$]+|\[[^\]]*\])*\s*(?:\?\.)?\(/u.exec(
    text.slice(start),
  );
  if (head === null) return undefined;
  const end = afterMatchingParenthesis(text, start + head[0].length);
  if (end === -1) return undefined;
  // As in Node, only the first line of a call over several lines.
  return text.slice(start, end).split("\n", 1)[0];
}
