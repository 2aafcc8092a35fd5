// node:_http_server, a private module of Node that packages import.
import { kServerResponse } from "internal:node/http/native_events";
import { ServerResponse } from "internal:node/http/response";
import { Server, type ServerOptions, connectionListener, storeOptions } from "internal:node/http/server";
import { kConnectionsCheckingInterval } from "internal:node/http/symbols";
import { STATUS_CODES } from "internal:web/http/status_codes";

export default {
  STATUS_CODES,
  Server,
  ServerResponse,
  /** Does nothing: the checks of connections start with the first one. */
  setupConnectionsTracking(): void {},
  storeHTTPOptions(this: Server, options: ServerOptions): void {
    storeOptions(this, options);
  },
  _connectionListener: connectionListener,
  kServerResponse,
  httpServerPreClose(server: Server): void {
    server.closeIdleConnections();
  },
  kConnectionsCheckingInterval,
};
