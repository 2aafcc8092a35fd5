// Tab completion: inserts the common prefix of the completions; a second tab lists them in columns.
// https://nodejs.org/api/readline.html#use-of-the-completer-function
import type { Interface } from "internal:node/readline/interface";
import { insertText } from "internal:node/readline/editor";
import { getStringWidth, inspect } from "internal:core/util/inspect";

/** The space between the columns of a list. */
const GAP = 2;

/** Calls the completer for the text before the cursor. `isSecond`: the previous key was a tab, too. */
export function complete(rl: Interface, isSecond: boolean): void {
  rl.pause();
  const text = rl.line.slice(0, rl.cursor);
  const settle = (error: unknown, result?: unknown): void => {
    if (rl.closed) return;
    rl.resume();
    if (error) rl._writeToOutput(`Tab completion error: ${inspect(error)}`);
    else apply(rl, result, isSecond);
  };
  if (rl.completer!.length === 2) {
    rl.completer!(text, settle);
    return;
  }
  const result = rl.completer!(text) as PromiseLike<unknown> | undefined;
  if (typeof result?.then === "function")
    result.then(
      (value: unknown) => settle(null, value),
      (error: unknown) => settle(error ?? new Error("rejected")),
    );
  else settle(null, result);
}

function apply(rl: Interface, result: unknown, isSecond: boolean): void {
  const [completions = [], on = ""] = (Array.isArray(result) ? result : []) as [string[]?, string?];
  if (!completions || completions.length === 0) return;
  const prefix = commonPrefix(completions.filter((completion: string) => completion !== ""));
  if (prefix.startsWith(on) && prefix.length > on.length) {
    insertText(rl, prefix.slice(on.length));
  } else if (!on.startsWith(prefix)) {
    // The common prefix differs from the typed text, as in another case.
    const start = rl.cursor - on.length;
    rl.line = rl.line.slice(0, start) + prefix + rl.line.slice(rl.cursor);
    rl.cursor = start + prefix.length;
    rl._refreshLine();
  } else if (isSecond) {
    rl._writeToOutput(`\r\n${listOf(completions, rl.output?.columns)}`);
    rl.prevRows = 0;
    rl._refreshLine();
  }
}

/** The completions in columns; an empty string separates groups. */
function listOf(completions: string[], terminalColumns: number | undefined): string {
  const widths = completions.map((completion) => getStringWidth(completion));
  const width = Math.max(...widths) + GAP;
  const columns =
    terminalColumns === undefined || terminalColumns === Infinity ? 1 : Math.floor(terminalColumns / width) || 1;
  let text = "";
  let column = 0;
  for (const [index, completion] of completions.entries()) {
    if (completion === "") {
      text += "\r\n\r\n";
      column = 0;
      continue;
    }
    if (column === columns) {
      text += "\r\n";
      column = 0;
    } else if (column > 0) text += " ".repeat(width - widths[index - 1]!);
    text += completion;
    column++;
  }
  return column === 0 ? text : `${text}\r\n\r\n`;
}

function commonPrefix(texts: string[]): string {
  let prefix = texts[0] ?? "";
  for (const text of texts) while (!text.startsWith(prefix)) prefix = prefix.slice(0, -1);
  return prefix;
}
