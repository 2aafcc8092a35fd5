// Http2SecureServer: HTTP/2 on TLS, and HTTP/1 for clients that know nothing else, with `allowHTTP1`.
// https://nodejs.org/api/http2.html#class-http2secureserver
import {
  closeSessions,
  initializeServer,
  onConnection,
  readServerOptions,
  setServerTimeout,
  updateServerSettings,
} from "internal:node/http2/server";
import { kOptions } from "internal:node/http2/symbols";
import tls from "internal:node/tls";
import defer * as http from "internal:node/http/server";
import defer * as limits from "internal:node/http/stream_limits";

const TlsServer = (tls as any).Server;

/** Options of TLS for a server or client: the protocol is chosen by ALPN (RFC 7301). */
export function addProtocols(options: any): any {
  if (!options.ALPNCallback) options.ALPNProtocols = options.allowHTTP1 === true ? ["h2", "http/1.1"] : ["h2"];
  return options;
}

export class Http2SecureServer extends TlsServer {
  constructor(options: any, requestListener: any) {
    options = addProtocols(readServerOptions(options));
    super(options, onConnection);
    const self = this as any;
    initializeServer(self, options, undefined);
    if (options.allowHTTP1 === true) {
      http.storeOptions(self, { ...options, ...options.http1Options });
      self.shouldUpgradeCallback = function (this: any): boolean {
        return this.listenerCount("upgrade") > 0;
      };
      self.on("listening", startChecking);
    }
    if (typeof requestListener === "function") self.on("request", requestListener);
    self.on("tlsClientError", onTlsError);
  }

  /** Time without traffic after which "timeout" is emitted with the session, or the session is destroyed. */
  setTimeout(msecs: any, callback?: any): any {
    return setServerTimeout(this, msecs, callback);
  }

  /** Settings of new sessions. */
  updateSettings(settings: any): void {
    updateServerSettings(this, settings);
  }

  /** Stops listening, and closes the sessions when their streams have ended, and connections of HTTP/1 that wait for a request. */
  close(...args: any[]): void {
    TlsServer.prototype.close.apply(this, args);
    if ((this as any)[kOptions].allowHTTP1 === true) {
      this.closeIdleConnections();
      limits.stopChecking(this);
    }
    closeSessions(this);
  }

  closeIdleConnections(): void {
    if ((this as any)[kOptions].allowHTTP1 === true) limits.closeStreams(this, true);
  }
}

function startChecking(this: any): void {
  limits.startChecking(this);
}

function onTlsError(this: any, error: any, socket: any): void {
  if (!this.emit("clientError", error, socket)) socket.destroy(error);
}

/** `http2.createSecureServer`. */
export function createSecureServer(options?: any, handler?: any): any {
  return new Http2SecureServer(options, handler);
}
