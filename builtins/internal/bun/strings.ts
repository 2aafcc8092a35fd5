// `Bun.stripANSI` and `Bun.escapeHTML`.
import { stripVTControlCharacters } from "internal:core/util/inspect";

/** A string without escape sequences. */
export function stripANSI(text: unknown): string {
  return stripVTControlCharacters(`${text as string}`);
}

/** Replaces the characters that HTML gives a meaning. */
export function escapeHTML(text: unknown): string {
  const value = `${text as string}`;
  if (!/[&<>"']/.test(value)) return value;
  return value.replace(
    /[&<>"']/g,
    (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[character]!,
  );
}
