// Resolves the host names that a server may listen on to numeric addresses. The names of the machine itself are in /etc/hosts, so DNS is
// not queried.
import { home } from "internal:core/program";
import { statSync } from "native:fs";
import defer * as servers from "internal:node/dns/servers";

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/;
const EINVAL = -22;
const EACCES = -13;
const ENOENT = -2;
const STAT_BYTES = 144;

/** The numeric address of a host to listen on. Throws the home's error for an unknown name. */
export function numeric(host: string): string {
  if (host === "localhost") return "127.0.0.1";
  if (host === "") {
    if (home() === "deno") throw new URIError("invalid empty host: ''");
    return "0.0.0.0";
  }
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  if (IPV4.test(bare) || bare.includes(":")) return bare;
  const address = servers.addressInHosts(bare.toLowerCase());
  if (address !== null) return address;
  if (home() === "deno") throw new Error("failed to lookup address information: Name or service not known");
  throw Object.assign(new Error("EINVAL: invalid argument, listen"), {
    code: "EINVAL",
    errno: EINVAL,
    syscall: "listen",
  });
}

/** The errno of binding to `path`: node:http reports a missing folder as EACCES, the other homes report ENOENT. */
export function bindErrno(errno: number, path: string): number {
  if (errno !== EACCES) return errno;
  const folder = path.slice(0, path.lastIndexOf("/") + 1) || ".";
  try {
    return statSync(folder, new Uint8Array(STAT_BYTES), false, true) ? errno : ENOENT;
  } catch {
    return errno;
  }
}
