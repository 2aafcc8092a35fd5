// Requests through a proxy: those of http have the absolute URL in their first line (RFC 9112 §3.2.2); those of https use a tunnel that
// CONNECT opens (RFC 9110 §9.3.6).
import { safe } from "internal:core/bootstrap";
import { ERR_PROXY_TUNNEL } from "internal:core/errors";

import { URL } from "web:url";
import { type Agent, type ConnectionOptions, kKeepsTunnel, kProxy, type OnSocket } from "internal:node/http/agent";
import type { ClientRequest, RequestOptions } from "internal:node/http/client_request";
import type { ClientSocket } from "internal:node/http/message_socket";
import { usesProxy } from "internal:node/http/proxy_config";
import type { ProxyConfig } from "internal:node/http/proxy_config";
import defer * as net from "internal:node/net";
import defer * as tls from "internal:node/tls";

/** A Buffer. */
interface Latin1Bytes {
  toString(encoding: "latin1"): string;
}

/** The maximum length of a proxy's response to CONNECT. */
const TUNNEL_HEAD_BYTES_MAX = 16 * 1024;
/** How long a proxy that refused may continue to send. */
const LINGER_MS = 500;

/**
 * Rewrites the path of a request for its proxy, and returns the headers for the proxy; undefined when the proxy is not used.
 * `options`: the request's, with `host` and `port` set.
 */
export function rewrite(
  request: ClientRequest,
  proxy: ProxyConfig,
  options: RequestOptions & ConnectionOptions,
): Record<string, string> | undefined {
  if (options.socketPath || !usesProxy(proxy, options.host, options.port)) return undefined;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  request.path = new URL(request.path, `http://${host}:${options.port}`).href;
  const headers: Record<string, string> = {};
  if (proxy.auth !== undefined) headers["proxy-authorization"] = proxy.auth;
  headers["proxy-connection"] = request.shouldKeepAlive ? "keep-alive" : "close";
  return headers;
}

/** Connects an http agent's socket: to the proxy, unless the target is excluded from it. */
export function connect(agent: Agent, options: ConnectionOptions, callback?: OnSocket): ClientSocket {
  const proxy = agent[kProxy]!;
  if (options.socketPath || !usesProxy(proxy, options.host, options.port))
    return net.default.createConnection(options, callback);
  return connectToProxy(proxy, options);
}

function connectToProxy(proxy: ProxyConfig, options: ConnectionOptions): ClientSocket {
  const target = { ...options, host: proxy.host, port: proxy.port, path: undefined, servername: undefined };
  return proxy.protocol === "https:" ? tls.default.connect(target) : net.default.createConnection(target);
}

/** Opens a tunnel to the target of `options`; `callback(error, socket)` gets a socket on which TLS can begin. */
export function openTunnel(
  proxy: ProxyConfig,
  options: ConnectionOptions,
  callback: (error: Error | null, socket?: ClientSocket) => void,
): void {
  const socket = connectToProxy(proxy, options);
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  const authority = `${host}:${options.port}`;
  let head = `CONNECT ${authority} HTTP/1.1\r\n`;
  if (proxy.auth !== undefined) head += `proxy-authorization: ${proxy.auth}\r\n`;
  if (options[kKeepsTunnel]) head += "proxy-connection: keep-alive\r\n";
  let received = "";
  const finish = (error: Error | null): void => {
    socket.removeListener("readable", onReadable);
    socket.removeListener("end", onEnd);
    socket.removeListener("error", callback);
    socket.removeListener("timeout", onTimeout);
    if (error !== null) {
      closeGently(socket);
    } else socket.setTimeout(0);
    callback(error, error === null ? socket : undefined);
  };
  const onEnd = (): void => finish(new ERR_PROXY_TUNNEL("Connection to establish proxy tunnel ended unexpectedly"));
  const onTimeout = (): void => {
    const error = new ERR_PROXY_TUNNEL(`Connection to establish proxy tunnel timed out after ${options.timeout}ms`);
    finish(safe.assign(error, { proxyTunnelTimeout: options.timeout }));
  };
  const onReadable = (): void => {
    for (let bytes = socket.read(); bytes !== null; bytes = socket.read())
      received += (bytes as Latin1Bytes).toString("latin1");
    const end = received.indexOf("\r\n\r\n");
    if (end === -1) {
      if (received.length > TUNNEL_HEAD_BYTES_MAX)
        finish(new ERR_PROXY_TUNNEL("Failed to establish tunnel: the response is too long"));
      return;
    }
    const line = received.slice(0, received.indexOf("\r\n"));
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1];
    // The target sends nothing before the client's first bytes of TLS.
    if (status === "200" && received.length === end + 4) finish(null);
    else
      finish(
        safe.assign(new ERR_PROXY_TUNNEL(`Failed to establish tunnel to ${authority} via ${proxy.href}: ${line}`), {
          statusCode: Number(status),
        }),
      );
  };
  socket.on("error", callback);
  socket.on("readable", onReadable);
  socket.on("end", onEnd);
  if (options.timeout) socket.setTimeout(options.timeout, onTimeout);
  socket.write(`${head}host: ${authority}\r\n\r\n`);
}

// A reset could discard the rest of a response that the proxy still sends (RFC 9112 §9.6).
function closeGently(socket: ClientSocket): void {
  socket.on("error", () => {});
  if (socket.readableEnded || socket.destroyed) {
    socket.destroy();
    return;
  }
  socket.setTimeout(LINGER_MS, () => socket.destroy());
  socket.on("end", () => socket.destroy());
  socket.resume().end();
}
