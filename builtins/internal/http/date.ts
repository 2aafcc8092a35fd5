// The Date header, made once a second.
import { httpDate } from "native:http_server";

let line = "";
let validUntilMs = 0;

/** `Date: …` with its line end (RFC 9110 §6.6.1). */
export function dateLine(): string {
  const now = Date.now();
  // The clock may also be set back.
  if (now >= validUntilMs || now < validUntilMs - 1000) {
    validUntilMs = now - (now % 1000) + 1000;
    line = `Date: ${httpDate()}\r\n`;
  }
  return line;
}
