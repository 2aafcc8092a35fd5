// The size limits that node:buffer documents, and the setting that `INSPECT_MAX_BYTES` reads and writes.
import defer * as validators from "internal:core/validators";

/** The largest length of a typed array that the language allows; what can be allocated depends on memory. */
export const kMaxLength = 2 ** 53 - 1;
/** The longest string, in UTF-16 units. Programs test for Node's number, so it is Node's. */
export const kStringMaxLength = 0x1fffffe8;

let inspectMaxBytes = 50;

/** How many bytes `inspect` shows of a Buffer. */
export function getInspectMaxBytes(): number {
  return inspectMaxBytes;
}

export function setInspectMaxBytes(value: unknown): void {
  validators.validateNumber(value, "INSPECT_MAX_BYTES", 0);
  inspectMaxBytes = value;
}
