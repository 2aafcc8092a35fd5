// node:_http_server, a private module of Node that packages import.
import { kServerResponse } from "internal:node/http/native_events";
import { ServerResponse } from "internal:node/http/response";
import { Server, connectionListener, storeOptions } from "internal:node/http/server";
import { kConnectionsCheckingInterval } from "internal:node/http/symbols";
import { STATUS_CODES } from "internal:web/http/method_names";

export default {
  STATUS_CODES,
  Server,
  ServerResponse,
  /** Connections are watched from the first one on. */
  setupConnectionsTracking(): void {},
  storeHTTPOptions(this: any, options: any): void {
    storeOptions(this, options);
  },
  _connectionListener: connectionListener,
  kServerResponse,
  httpServerPreClose(server: any): void {
    server.closeIdleConnections();
  },
  kConnectionsCheckingInterval,
};
