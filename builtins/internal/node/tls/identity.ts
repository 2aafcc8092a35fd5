// tls.checkServerIdentity(): whether a certificate is valid for a host (RFC 6125 §6.4). base/tls has the same rules in Rust for fetch.
import { ERR_TLS_CERT_ALTNAME_FORMAT, ERR_TLS_CERT_ALTNAME_INVALID } from "internal:core/errors";
import { isIP } from "internal:core/ip_address";
import type { PeerCertificate } from "internal:node/tls/types";

/** An error when the certificate `cert` (of `getPeerCertificate`) is not valid for `hostname`; else undefined. */
export function checkServerIdentity(hostname: string, cert: PeerCertificate): Error | undefined {
  const { subject, subjectaltname: altNames } = cert;
  const dnsNames: string[] = [];
  const addresses: string[] = [];
  hostname = `${hostname}`;
  if (altNames) {
    const names: string[] = altNames.includes('"') ? splitQuotedNames(altNames) : altNames.split(", ");
    for (const name of names) {
      if (name.startsWith("DNS:")) dnsNames.push(name.slice(4));
      else if (name.startsWith("IP Address:")) addresses.push(addressIn(name.slice(11)));
    }
  }
  let valid = false;
  let reason = "Unknown reason";
  hostname = withoutFinalDot(hostname);
  if (isIP(hostname)) {
    valid = addresses.includes(canonicalAddress(hostname));
    if (!valid) reason = `IP: ${hostname} is not in the cert's list: ${addresses.join(", ")}`;
  } else if (dnsNames.length > 0 || subject?.CN) {
    const labels = splitHost(hostname);
    const isNamedBy = (pattern: string): boolean => matches(labels, pattern);
    if (dnsNames.length > 0) {
      valid = dnsNames.some(isNamedBy);
      if (!valid) reason = `Host: ${hostname}. is not in the cert's altnames: ${altNames}`;
    } else {
      const name = subject!.CN;
      valid = Array.isArray(name) ? name.some(isNamedBy) : Boolean(name) && isNamedBy(name!);
      if (!valid) reason = `Host: ${hostname}. is not cert's CN: ${name}`;
    }
  } else {
    reason = "Cert does not contain a DNS name";
  }
  return valid ? undefined : new ERR_TLS_CERT_ALTNAME_INVALID(reason, hostname, cert);
}

function withoutFinalDot(host: string): string {
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

function splitHost(host: string): string[] {
  return withoutFinalDot(host)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .split(".");
}

// Label for label; the first label of the pattern may have one star.
function matches(hostLabels: string[], pattern: string): boolean {
  if (!pattern) return false;
  const labels = splitHost(pattern);
  if (hostLabels.length !== labels.length || labels.includes("")) return false;
  if (labels.some((label) => /[^\u0021-\u007F]/u.test(label))) return false;
  for (let index = hostLabels.length - 1; index > 0; index--) if (hostLabels[index] !== labels[index]) return false;
  const host = hostLabels[0]!;
  const first = labels[0]!;
  const parts = first.split("*", 3);
  if (parts.length === 1 || first.includes("xn--")) return host === first;
  if (parts.length > 2 || labels.length <= 2) return false;
  const [prefix, suffix] = parts as [string, string];
  return prefix.length + suffix.length <= host.length && host.startsWith(prefix) && host.endsWith(suffix);
}

// `DNS:a, DirName:"x, y"`: an ambiguous value is a JSON string.
function splitQuotedNames(altNames: string): string[] {
  const names: string[] = [];
  let current = "";
  let offset = 0;
  while (offset !== altNames.length) {
    const separator = altNames.indexOf(", ", offset);
    const quote = altNames.indexOf('"', offset);
    if (quote !== -1 && (separator === -1 || quote < separator)) {
      current += altNames.slice(offset, quote);
      const quoted = /^"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/.exec(altNames.slice(quote));
      if (quoted === null) throw new ERR_TLS_CERT_ALTNAME_FORMAT();
      current += JSON.parse(quoted[0]);
      offset = quote + quoted[0].length;
    } else if (separator !== -1) {
      names.push(current + altNames.slice(offset, separator));
      current = "";
      offset = separator + 2;
    } else {
      current += altNames.slice(offset);
      offset = altNames.length;
    }
  }
  names.push(current);
  return names;
}

/** An address in a certificate; empty when it is invalid, such as a network. */
function addressIn(value: string): string {
  return isIP(value) === 0 ? "" : canonicalAddress(value);
}

/** An address in a canonical form, to compare it. */
function canonicalAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = (half: string | undefined): string[] => (half ? half.split(":").flatMap(groupsOf) : []);
  const before = groups(head);
  const after = groups(tail);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(zeros, 0)).fill("0"), ...after]
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function groupsOf(group: string): string[] {
  if (!group.includes(".")) return [group];
  const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
}
