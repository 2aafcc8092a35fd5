// Whether the program's environment says that the certificates of servers are not to be checked.
import { emitWarning } from "internal:core/process/warn";
import { home } from "internal:core/program";
import { environment } from "internal:core/process/environment";

let hasWarned = false;

/** Whether NODE_TLS_REJECT_UNAUTHORIZED is 0 at this moment, which is worth a warning in Node, once. */
export function allowsUnauthorized(): boolean {
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0") return false;
  if (!hasWarned && home() === "node") {
    hasWarned = true;
    emitWarning(
      "Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' makes TLS connections and HTTPS requests insecure by disabling certificate verification.",
    );
  }
  return true;
}
