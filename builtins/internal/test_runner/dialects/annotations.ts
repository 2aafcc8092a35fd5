// `annotate(message, type, attachment)` of Vitest's tests: notes that reports show beside the test.
// https://vitest.dev/guide/test-annotations
import type { Annotation } from "internal:test_runner/dialects/protocol";
import type { Case } from "internal:test_runner/dialects/tree";
import { placeOfCall } from "internal:test_runner/scope";

/** What the function resolves with. */
interface Made {
  message: string;
  type: string;
  attachment?: object;
  location?: { file: string; line: number; column: number };
}

/** The function of a test's context. */
export function annotatorOf(test: Case): (...args: [string, unknown?, object?]) => Promise<Made> {
  const annotate = async (message: string, second?: unknown, third?: object): Promise<Made> => {
    const attachment = typeof second === "object" && second !== null ? second : third;
    const made: Made = { message: String(message), type: typeof second === "string" ? second : "notice" };
    const place = placeOfCall(annotate);
    if (place !== undefined) made.location = { file: pathOf(place.file), line: place.line, column: place.column };
    if (attachment !== undefined) made.attachment = attachment;
    const shown: Annotation = { message: made.message, type: made.type, line: place?.line ?? 0 };
    (test.annotations ??= []).push(shown);
    return made;
  };
  return annotate;
}

function pathOf(url: string): string {
  return url.replace(/^file:\/\//, "").replace(/[?#].*$/, "");
}
