// `alert`, `confirm` and `prompt` (HTML §8.8) on a terminal, as in Bun and Deno. Each waits for a line of standard input.
import { home } from "internal:core/program";
import { readSync } from "native:fs";
import { DescriptorKind, flush, kindOf, writeOut } from "native:stdio";
import { decodeUtf8 } from "internal:core/utf8";

const LINE_FEED = 10;
const EAGAIN_PAUSE_MS = 10;

/** One line without its end; null at the end of the input. Reads byte by byte: the following input is not consumed. */
function readLine(): string | null {
  const bytes: number[] = [];
  const one = new Uint8Array(1);
  for (;;) {
    let count: number;
    try {
      count = readSync(0, one, 0, 1, -1);
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EAGAIN") throw error;
      // The file descriptor is non-blocking.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EAGAIN_PAUSE_MS);
      continue;
    }
    if (count === 0 && bytes.length === 0) return null;
    if (count === 0 || one[0] === LINE_FEED) return decodeUtf8(new Uint8Array(bytes)).replace(/\r$/, "");
    bytes.push(one[0]!);
  }
}

function ask(message: string): string | null {
  writeOut(message);
  flush();
  return readLine();
}

// Deno shows no dialog without a terminal.
function isSilent(): boolean {
  return home() === "deno" && kindOf(0) !== DescriptorKind.TERMINAL;
}

/** Shows a message and waits for Enter. */
export function alert(message: unknown = "Alert"): void {
  if (!isSilent()) ask(`${message as string} [Enter] `);
}

/** Whether the reply is `y` or `Y`. */
export function confirm(message: unknown = "Confirm"): boolean {
  if (isSilent()) return false;
  const reply = ask(`${message as string} [y/N] `);
  return reply === "y" || reply === "Y";
}

/** The entered line; `defaultValue` for an empty one. Null without input. */
export function prompt(message: unknown = "Prompt", defaultValue?: unknown): string | null {
  if (isSilent()) return null;
  const hint =
    defaultValue === undefined || defaultValue === null || defaultValue === "" ? "" : `[${defaultValue as string}] `;
  const reply = ask(`${message as string} ${hint}`);
  if (reply === null || reply !== "") return reply;
  if (defaultValue !== undefined && defaultValue !== null) return `${defaultValue as string}`;
  return home() === "deno" ? "" : null;
}
