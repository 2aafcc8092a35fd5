// Tab completion: what the completer offers goes into the line as far as all agree, and a second tab lists it in columns.
// https://nodejs.org/api/readline.html#use-of-the-completer-function
import { insertText } from "internal:node/readline/editor";
import { getStringWidth, inspect } from "internal:core/util/inspect";

/** Room between the columns of a list. */
const GAP = 2;

/** Asks the completer for what the line may go on with. `isSecond`: the key before was a tab, too. */
export function complete(rl: any, isSecond: boolean): void {
  rl.pause();
  const text = rl.line.slice(0, rl.cursor);
  const settle = (error: unknown, answer?: unknown): void => {
    if (rl.closed) return;
    rl.resume();
    if (error) rl._writeToOutput(`Tab completion error: ${inspect(error)}`);
    else use(rl, answer, isSecond);
  };
  if (rl.completer.length === 2) {
    rl.completer(text, settle);
    return;
  }
  const answer = rl.completer(text);
  if (typeof answer?.then === "function")
    answer.then(
      (value: unknown) => settle(null, value),
      (error: unknown) => settle(error ?? new Error("rejected")),
    );
  else settle(null, answer);
}

function use(rl: any, answer: unknown, isSecond: boolean): void {
  const [completions = [], on = ""]: any = Array.isArray(answer) ? answer : [];
  if (!completions || completions.length === 0) return;
  const prefix = commonPrefix(completions.filter((completion: string) => completion !== ""));
  if (prefix.startsWith(on) && prefix.length > on.length) {
    insertText(rl, prefix.slice(on.length));
  } else if (!on.startsWith(prefix)) {
    // All agree on text that is written otherwise, as with another case.
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

/** The completions in columns; an empty one ends a group. */
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
