// Whether the program's environment disables the verification of server certificates.
import { emitWarning } from "internal:core/process/warn";
import { home } from "internal:core/program";
import { variables } from "internal:core/process/environment";

let hasWarned = false;

/** Whether NODE_TLS_REJECT_UNAUTHORIZED is currently 0. Node warns about it once. */
export function allowsUnauthorized(): boolean {
  if (variables["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0") return false;
  if (!hasWarned && home() === "node") {
    hasWarned = true;
    emitWarning(
      "Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' makes TLS connections and HTTPS requests insecure by disabling certificate verification.",
    );
  }
  return true;
}
