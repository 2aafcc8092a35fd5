// The Date header, made once a second.
import { joined } from "internal:joined";
import { httpDate } from "native:http_server";

let value = "";
let line = "";
let validUntilMs = 0;

function update(): void {
  const now = Date.now();
  // The clock may also be set back.
  if (now < validUntilMs && now >= validUntilMs - 1000) return;
  validUntilMs = now - (now % 1000) + 1000;
  value = httpDate();
  line = joined(`Date: ${value}\r\n`);
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
