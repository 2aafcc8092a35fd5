// `--tls-keylog`: the secrets of all connections in a file, in the NSS key log format, with which Wireshark decrypts them.
import { emitWarning } from "internal:core/process/warn";
import fs from "internal:node/fs";

const OWNER_ONLY = 0o600;

let hasWarned = false;

/** Appends a line to the file, and warns once. */
export function append(file: string, line: string): void {
  if (!hasWarned) {
    hasWarned = true;
    emitWarning(`Using --tls-keylog makes TLS connections insecure by writing secret key material to file ${file}`);
  }
  fs.appendFileSync(file, `${line}\n`, { mode: OWNER_ONLY });
}
