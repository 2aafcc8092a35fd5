// http2.connect(). https://nodejs.org/api/http2.html#http2connectauthority-options-listener
import { ERR_HTTP2_UNSUPPORTED_PROTOCOL } from "internal:core/errors";
import { validateBoolean, validateNumber } from "internal:core/validators";
import { ClientHttp2Session } from "internal:node/http2/client_session";
import { checkObject, readRemoteCustomSettings } from "internal:node/http2/settings";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import { readServerOptions, type ServerOptions } from "internal:node/http2/server";
import { kAuthority, kMaxOriginSetSize, kProtocol } from "internal:node/http2/symbols";
import { addProtocols } from "internal:node/http2/secure_server";
import { URL } from "web:url";
import defer * as net from "internal:node/net";
import defer * as tls from "internal:node/tls";

const ORIGIN_SET_MAX = 128;

/** Options of connect(). */
interface ConnectOptions extends ServerOptions {
  createConnection?: (authority: Authority, options: ConnectOptions) => SessionSocket;
  maxOriginSetSize?: number | null;
  protocol?: string;
  servername?: string;
}

/** A URL, or an object with its members. */
interface Authority {
  protocol?: string;
  hostname?: string;
  host?: string;
  port?: string | number;
}
type ConnectListener = (session: ClientHttp2Session, socket: SessionSocket) => void;

/** Connects to `authority`, a URL as a string or object. `listener` is added to "connect". */
export function connect(
  authority: string | Authority,
  given?: ConnectOptions | ConnectListener,
  listener?: ConnectListener,
): ClientHttp2Session {
  if (typeof given === "function") {
    listener = given;
    given = undefined;
  }
  checkObject(given, "options");
  const options = { ...given };
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
  const session = new ClientHttp2Session(options, openSocket(protocol, host, port, authority, options));
  session[kAuthority] = `${options.servername || host}:${port}`;
  session[kProtocol] = protocol;
  session[kMaxOriginSetSize] = maxOriginSetSize ?? ORIGIN_SET_MAX;
  if (typeof listener === "function") session.once("connect", listener);
  return session;
}

function hostOf(authority: Authority): string {
  const { hostname } = authority;
  if (hostname) return hostname[0] === "[" ? hostname.slice(1, -1) : hostname;
  return authority.host || "localhost";
}

function openSocket(
  protocol: string,
  host: string,
  port: string,
  authority: Authority,
  options: ConnectOptions,
): SessionSocket {
  if (typeof options.createConnection === "function") return options.createConnection(authority, options);
  const { connect: connectTcp, isIP } = net.default;
  if (protocol === "http:") return connectTcp({ port, host, ...options });
  if (protocol !== "https:") throw new ERR_HTTP2_UNSUPPORTED_PROTOCOL(protocol);
  const secure = addProtocols(readServerOptions(options));
  // RFC 6066 §3: an address is not a server name.
  if (!isIP(host) && !secure.servername) secure.servername = host;
  return tls.default.connect(port, host, secure);
}

// `util.promisify(http2.connect)`
const promisified = {
  connect(authority: string | Authority, options?: ConnectOptions): Promise<ClientHttp2Session> {
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
