// http2.connect(). https://nodejs.org/api/http2.html#http2connectauthority-options-listener
import { ERR_HTTP2_UNSUPPORTED_PROTOCOL } from "internal:core/errors";
import { validateBoolean, validateNumber } from "internal:core/validators";
import { ClientHttp2Session } from "internal:node/http2/client_session";
import { checkObject, readRemoteCustomSettings } from "internal:node/http2/settings";
import { readServerOptions } from "internal:node/http2/server";
import { kAuthority, kMaxOriginSetSize, kProtocol } from "internal:node/http2/symbols";
import { addProtocols } from "internal:node/http2/secure_server";
import { URL } from "web:url";
import defer * as net from "internal:node/net";
import defer * as tls from "internal:node/tls";

const ORIGIN_SET_MAX = 128;

/** Connects to `authority`, a URL as text or object. `listener` is added to "connect". */
export function connect(authority: any, options?: any, listener?: any): any {
  if (typeof options === "function") {
    listener = options;
    options = undefined;
  }
  checkObject(options, "options");
  options = { ...options };
  const { maxOriginSetSize } = options;
  if (maxOriginSetSize !== undefined && maxOriginSetSize !== null)
    validateNumber(maxOriginSetSize, "options.maxOriginSetSize", 0);
  options.remoteCustomSettings = readRemoteCustomSettings(options.remoteCustomSettings);
  if (options.strictSingleValueFields !== undefined)
    validateBoolean(options.strictSingleValueFields, "options.strictSingleValueFields");
  else options.strictSingleValueFields = true;
  if (typeof authority === "string") authority = new URL(authority);
  checkObject(authority, "authority", ["string", "Object", "URL"]);
  const protocol = authority.protocol || options.protocol || "https:";
  const port = `${authority.port !== "" ? authority.port : authority.protocol === "http:" ? 80 : 443}`;
  const host = hostOf(authority);
  const session: any = new ClientHttp2Session(options, openSocket(protocol, host, port, authority, options));
  session[kAuthority] = `${options.servername || host}:${port}`;
  session[kProtocol] = protocol;
  session[kMaxOriginSetSize] = maxOriginSetSize ?? ORIGIN_SET_MAX;
  if (typeof listener === "function") session.once("connect", listener);
  return session;
}

function hostOf(authority: any): string {
  const { hostname } = authority;
  if (hostname) return hostname[0] === "[" ? hostname.slice(1, -1) : hostname;
  return authority.host || "localhost";
}

function openSocket(protocol: string, host: string, port: string, authority: any, options: any): any {
  if (typeof options.createConnection === "function") return options.createConnection(authority, options);
  const { connect: connectTcp, isIP } = (net as any).default;
  if (protocol === "http:") return connectTcp({ port, host, ...options });
  if (protocol !== "https:") throw new ERR_HTTP2_UNSUPPORTED_PROTOCOL(protocol);
  const secure = addProtocols(readServerOptions(options));
  // RFC 6066 §3: an address is no name.
  if (!isIP(host) && !secure.servername) secure.servername = host;
  return (tls as any).default.connect(port, host, secure);
}

// `util.promisify(http2.connect)`
const promisified = {
  connect(authority: any, options?: any): Promise<any> {
    return new Promise((resolve, reject) => {
      const session = connect(authority, options, () => {
        session.removeListener("error", reject);
        resolve(session);
      });
      session.once("error", reject);
    });
  },
};
Object.defineProperty(connect, Symbol.for("nodejs.util.promisify.custom"), { value: promisified.connect });
