// Host names that a server may listen on, as numeric addresses. Names that need a look-up are refused clearly.
import defer * as errors from "internal:errors";

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;

/** The numeric address of a host to listen on. */
export function numeric(host: string): string {
  if (host === "localhost") return "127.0.0.1";
  if (host === "") return "0.0.0.0";
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  if (IPV4.test(bare) || bare.includes(":")) return bare;
  throw new errors.ERR_METHOD_NOT_IMPLEMENTED(`listening on the host name '${host}' (names need node:dns)`);
}
