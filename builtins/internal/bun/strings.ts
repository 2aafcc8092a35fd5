// `Bun.stripANSI` and `Bun.escapeHTML`.
import { stripVTControlCharacters } from "internal:core/util/inspect";
import { escapeHtml } from "native:plain_text";

/** A string without escape sequences. */
export function stripANSI(text: unknown): string {
  return stripVTControlCharacters(`${text as string}`);
}

/** Replaces the characters that HTML gives a meaning. */
export function escapeHTML(text: unknown): string {
  return escapeHtml(typeof text === "string" ? text : `${text as string}`);
}
