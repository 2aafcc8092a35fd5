// The errors of TLS connections, with the messages of Deno's TLS library, rustls.
import { errors } from "internal:deno/errors";

const PEER: Record<string, string> = {
  CERT_HAS_EXPIRED: "Expired",
  CERT_NOT_YET_VALID: "NotValidYet",
  CERT_REVOKED: "Revoked",
  CERT_SIGNATURE_FAILURE: "BadSignature",
  UNABLE_TO_GET_ISSUER_CERT: "UnknownIssuer",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "UnknownIssuer",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "UnknownIssuer",
  DEPTH_ZERO_SELF_SIGNED_CERT: "UnknownIssuer",
  SELF_SIGNED_CERT_IN_CHAIN: "UnknownIssuer",
  CERT_UNTRUSTED: "UnknownIssuer",
  INVALID_PURPOSE: "InvalidPurpose",
};

/** Names of alerts that do not follow from OpenSSL's reasons. */
const ALERTS: Record<string, string> = {
  "unknown ca": "UnknownCA",
  "unrecognized name": "UnrecognisedName",
  "record overflow": "RecordOverflow",
};

/** The error for an untrusted peer: `error` of `internal:web/fetch/verify_error` or `internal:node/tls/identity`. */
export function peerFailure(error: any): Error {
  if (error.code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return new errors.InvalidData(`invalid peer certificate: ${nameFailure(error)}`);
  return new errors.InvalidData(
    `invalid peer certificate: ${PEER[error.code] ?? `Other(OtherError("${error.message}"))`}`,
  );
}

function nameFailure(error: any): string {
  const names: string[] = [];
  for (const entry of `${error.cert?.subjectaltname ?? ""}`.split(", ")) {
    if (entry.startsWith("DNS:")) names.push(`DnsName("${entry.slice("DNS:".length)}")`);
    else if (entry.startsWith("IP Address:")) names.push(`IpAddress(${entry.slice("IP Address:".length)})`);
  }
  const last = names.pop();
  if (last === undefined) return "NotValidForName";
  const list = names.length === 0 ? last : `${names.join(", ")} or ${last}`;
  return `certificate not valid for name "${error.host}"; certificate is only valid for ${list}`;
}

/** The error of a failed session: `error` has OpenSSL's reason. */
export function sessionFailure(error: any, isServer: boolean): Error {
  const reason = `${error.reason ?? error.message}`.toLowerCase();
  const alert = / alert (?:number \d+ ?)?(.*)$/.exec(reason)?.[1];
  if (alert !== undefined) return new errors.InvalidData(`received fatal alert: ${ALERTS[alert] ?? camel(alert)}`);
  if (reason === "no application protocol") return new errors.InvalidData("peer doesn't support any known protocol");
  if (reason === "unexpected eof while reading")
    return new errors.UnexpectedEof(
      isServer ? "unexpected end of file" : "peer closed connection without sending TLS close_notify",
    );
  if (reason === "wrong version number" || reason === "http request" || reason === "packet length too long") {
    return new errors.InvalidData("received corrupt message of type InvalidContentType");
  }
  return new errors.InvalidData(error.message);
}

function camel(words: string): string {
  return words
    .split(/[ _]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
