// `alert`, `confirm` and `prompt` (HTML §8.8) on a terminal, as Bun and Deno have them. Each waits for a line of standard input.
import { home } from "internal:core/program";
import { readSync } from "native:fs";
import { kindOf, writeOut, flush } from "native:stdio";
import { decodeUtf8 } from "internal:core/utf8";

const LINE_FEED = 10;
const TERMINAL = 2;
const EAGAIN_PAUSE_MS = 10;

/** One line without its end; null at the end of the input. Reads byte by byte: what follows belongs to others. */
function readLine(): string | null {
  const bytes: number[] = [];
  const one = new Uint8Array(1);
  for (;;) {
    let count: number;
    try {
      count = readSync(0, one, 0, 1, -1);
    } catch (error: any) {
      if (error.code !== "EAGAIN") throw error;
      // Somebody made the descriptor non-blocking.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EAGAIN_PAUSE_MS);
      continue;
    }
    if (count === 0 && bytes.length === 0) return null;
    if (count === 0 || one[0] === LINE_FEED) return decodeUtf8(new Uint8Array(bytes)).replace(/\r$/, "");
    bytes.push(one[0]!);
  }
}

function ask(question: string): string | null {
  writeOut(question);
  flush();
  return readLine();
}

// Deno asks nobody when nobody is there.
function isSilent(): boolean {
  return home() === "deno" && kindOf(0) !== TERMINAL;
}

/** Shows a message and waits for Enter. */
export function alert(message: unknown = "Alert"): void {
  if (!isSilent()) ask(`${message as string} [Enter] `);
}

/** Whether the answer is `y` or `Y`. */
export function confirm(message: unknown = "Confirm"): boolean {
  if (isSilent()) return false;
  const answer = ask(`${message as string} [y/N] `);
  return answer === "y" || answer === "Y";
}

/** The line that was typed; `defaultValue` for an empty one. Null without an answer. */
export function prompt(message: unknown = "Prompt", defaultValue?: unknown): string | null {
  if (isSilent()) return null;
  const hint =
    defaultValue === undefined || defaultValue === null || defaultValue === "" ? "" : `[${defaultValue as string}] `;
  const answer = ask(`${message as string} ${hint}`);
  if (answer === null || answer !== "") return answer;
  if (defaultValue !== undefined && defaultValue !== null) return `${defaultValue as string}`;
  return home() === "deno" ? "" : null;
}
