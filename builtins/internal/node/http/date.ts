// The Date header, updated once a second.
import { safe } from "internal:core/bootstrap";
import { flattenString } from "internal:core/flatten_string";
import { loopState } from "internal:core/loop_state";
import { httpDate } from "native:http_server";
import { LoopWord } from "native:realm";

let value = "";
let line = "";
/** In milliseconds of the loop. */
let validUntilMs = -Infinity;

function update(): void {
  const now = loopState[LoopWord.NOW]!;
  if (now < validUntilMs) return;
  validUntilMs = now + 1000 - (safe.now() % 1000);
  value = httpDate();
  line = flattenString(`Date: ${value}\r\n`);
}

/** The value of Date (RFC 9110 §6.6.1). */
export function dateValue(): string {
  update();
  return value;
}

/** `Date: …` with its line end. */
export function dateLine(): string {
  update();
  return line;
}
