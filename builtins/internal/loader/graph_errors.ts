// Where a module of the main graph requests another one that cannot be loaded. Deno prints that place instead of a stack.
import { pinned } from "internal:core/bootstrap";
import { fileUrl } from "internal:core/file_url";
import { type Place } from "internal:loader/records";

const places = pinned(new WeakMap<object, string>());
const fatal = pinned(new WeakSet<object>());

/** Records where a request failed; the innermost place counts. */
export function noteRequest(error: unknown, path: string, place: Place): void {
  if (typeof error !== "object" || error === null || places.has(error)) return;
  const url = path.includes("://") ? path : fileUrl(path);
  places.set(error, `${url}:${place[0]}:${place[1]}`);
}

/** Records that the main module cannot run because of this error. */
export function noteFatal(error: unknown): void {
  if (typeof error === "object" && error !== null) fatal.add(error);
}

/** The place of an error that stopped the main module before it ran; null without a place, undefined for another error. */
export function fatalPlace(error: object): string | null | undefined {
  return fatal.has(error) ? (places.get(error) ?? null) : undefined;
}
