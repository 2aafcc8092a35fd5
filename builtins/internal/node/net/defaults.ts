// The defaults of connecting to names with several addresses.
import { option } from "internal:core/launch";
import { validateBoolean, validateInt32 } from "internal:core/validators";

const ATTEMPT_TIMEOUT_MIN_MS = 10;

let autoSelectFamily = option("--no-network-family-autoselection") === undefined;
let attemptTimeoutMs = Math.max(
  Number(option("--network-family-autoselection-attempt-timeout") ?? 500),
  ATTEMPT_TIMEOUT_MIN_MS,
);

/** Whether a name's addresses are tried in turn. */
export function getDefaultAutoSelectFamily(): boolean {
  return autoSelectFamily;
}

export function setDefaultAutoSelectFamily(value: any): void {
  validateBoolean(value, "value");
  autoSelectFamily = value;
}

/** Milliseconds until the next address is tried. */
export function getDefaultAutoSelectFamilyAttemptTimeout(): number {
  return attemptTimeoutMs;
}

export function setDefaultAutoSelectFamilyAttemptTimeout(value: any): void {
  validateInt32(value, "value", 1);
  attemptTimeoutMs = Math.max(value, ATTEMPT_TIMEOUT_MIN_MS);
}
