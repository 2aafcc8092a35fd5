// Http2SecureServer: HTTP/2 over TLS; with `allowHTTP1` also HTTP/1.
// https://nodejs.org/api/http2.html#class-http2secureserver
import type { Listener } from "internal:core/events/emitter";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { SettingsObject } from "internal:node/http2/settings";
import {
  closeSessions,
  initializeServer,
  onConnection,
  readServerOptions,
  type RequestListener,
  type ServerOptions,
  type SessionServer,
  setServerTimeout,
  updateServerSettings,
} from "internal:node/http2/server";
import { kOptions } from "internal:node/http2/symbols";
import type { Server as HttpServer } from "internal:node/http/server";
import tls from "internal:node/tls";
import defer * as http from "internal:node/http/server";
import defer * as limits from "internal:node/http/stream_limits";

const TlsServer = tls.Server;

/** Sets the protocols for ALPN (RFC 7301) in the options of a server or client, which it returns. */
export function addProtocols(options: ServerOptions): ServerOptions {
  if (!options.ALPNCallback) options.ALPNProtocols = options.allowHTTP1 === true ? ["h2", "http/1.1"] : ["h2"];
  return options;
}

export interface Http2SecureServer extends SessionServer {
  /** With `allowHTTP1`: whether to upgrade a connection of HTTP/1. */
  shouldUpgradeCallback?(this: HttpServer): boolean;
}

export class Http2SecureServer extends TlsServer {
  constructor(options: ServerOptions | undefined, requestListener: RequestListener | undefined) {
    options = addProtocols(readServerOptions(options));
    super(options, onConnection);
    const self = this;
    initializeServer(self, options, undefined);
    if (options.allowHTTP1 === true) {
      http.storeOptions(self as unknown as HttpServer, { ...options, ...options.http1Options });
      self.shouldUpgradeCallback = function (this: HttpServer): boolean {
        return this.listenerCount("upgrade") > 0;
      };
      self.on("listening", startChecking);
    }
    if (typeof requestListener === "function") self.on("request", requestListener);
    self.on("tlsClientError", onTlsError);
  }

  /** Sets the idle time after which "timeout" is emitted with the session, or the session is destroyed. */
  setTimeout(msecs: unknown, callback?: Listener): this {
    return setServerTimeout(this, msecs, callback);
  }

  /** Settings of new sessions. */
  updateSettings(settings: SettingsObject): void {
    updateServerSettings(this, settings);
  }

  /** Stops listening, and closes the sessions when their streams have ended, and idle connections of HTTP/1. */
  override close(...args: unknown[]): void {
    TlsServer.prototype.close.apply(this, args);
    if (this[kOptions].allowHTTP1 === true) {
      this.closeIdleConnections();
      limits.stopChecking(this as unknown as HttpServer);
    }
    closeSessions(this);
  }

  closeIdleConnections(): void {
    if (this[kOptions].allowHTTP1 === true) limits.closeStreams(this, true);
  }
}

function startChecking(this: HttpServer): void {
  limits.startChecking(this);
}

function onTlsError(this: Http2SecureServer, error: unknown, socket: SessionSocket): void {
  if (!this.emit("clientError", error, socket)) socket.destroy(error);
}

/** `http2.createSecureServer`. */
export function createSecureServer(options?: ServerOptions, handler?: RequestListener): Http2SecureServer {
  return new Http2SecureServer(options, handler);
}
