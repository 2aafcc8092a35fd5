// Whether the program's environment or command line disables the verification of server certificates.
import { option } from "internal:core/launch";
import { emitWarning } from "internal:core/process/warn";
import { home } from "internal:core/program";
import { variables } from "internal:core/process/environment";

let hasWarned = false;

/** The hosts of `--unsafely-ignore-certificate-errors`; true: all, null: none. */
let ignored: readonly string[] | true | null | undefined;

/**
 * Whether NODE_TLS_REJECT_UNAUTHORIZED is currently 0, or `--unsafely-ignore-certificate-errors` names `host`. Node warns about
 * the former once.
 */
export function allowsUnauthorized(host: string): boolean {
  if (ignored === undefined) {
    const given = option("--unsafely-ignore-certificate-errors");
    ignored = given === undefined ? null : given === true || given.split(",");
  }
  if (ignored !== null && (ignored === true || ignored.includes(host))) return true;
  if (variables["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0") return false;
  if (!hasWarned && home() === "node") {
    hasWarned = true;
    emitWarning(
      "Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' makes TLS connections and HTTPS requests insecure by disabling certificate verification.",
    );
  }
  return true;
}
