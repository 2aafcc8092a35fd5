// Where a module of the main graph requests another one that cannot be loaded. Deno prints that place instead of a stack.
import { pinned } from "internal:core/bootstrap";
import { type Place } from "internal:loader/records";

const places = pinned(new WeakMap<object, string>());
const described = pinned(new WeakSet<object>());
const fatal = pinned(new WeakSet<object>());

/** Records where a request of the module at `url` failed; the innermost place counts. */
export function noteRequest(error: unknown, url: string, place: Place): void {
  if (typeof error !== "object" || error === null || places.has(error)) return;
  places.set(error, `${url}:${place[0]}:${place[1]}`);
}

/** Adds the place to the message of an error that rejects an `import()`. */
export function addPlace(error: unknown): void {
  const place = typeof error === "object" && error !== null ? places.get(error) : undefined;
  if (place === undefined || described.has(error as object)) return;
  described.add(error as object);
  (error as Error).message += `\n    at ${place}`;
}

/** Records that the main module cannot run because of this error. */
export function noteFatal(error: unknown): void {
  if (typeof error === "object" && error !== null) fatal.add(error);
}

/** The place of an error that stopped the main module before it ran; null without a place, undefined for another error. */
export function fatalPlace(error: object): string | null | undefined {
  return fatal.has(error) ? (places.get(error) ?? null) : undefined;
}
