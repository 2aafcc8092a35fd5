// The defaults for connecting to names with several addresses.
import { safe } from "internal:core/bootstrap";
import { option } from "internal:core/launch";
import { validateBoolean, validateInt32 } from "internal:core/validators";

const ATTEMPT_TIMEOUT_MIN_MS = 10;

let autoSelectFamily = option("--no-network-family-autoselection") === undefined;
let attemptTimeoutMs = safe.max(
  Number(option("--network-family-autoselection-attempt-timeout") ?? 500),
  ATTEMPT_TIMEOUT_MIN_MS,
);

/** Whether the addresses of a name are tried one after the other. */
export function getDefaultAutoSelectFamily(): boolean {
  return autoSelectFamily;
}

export function setDefaultAutoSelectFamily(value: unknown): void {
  validateBoolean(value, "value");
  autoSelectFamily = value;
}

/** The milliseconds before the next address is tried. */
export function getDefaultAutoSelectFamilyAttemptTimeout(): number {
  return attemptTimeoutMs;
}

export function setDefaultAutoSelectFamilyAttemptTimeout(value: unknown): void {
  validateInt32(value, "value", 1);
  attemptTimeoutMs = safe.max(value, ATTEMPT_TIMEOUT_MIN_MS);
}
