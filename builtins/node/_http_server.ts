// node:_http_server, a private module of Node that packages import.
import { kServerResponse } from "internal:http/dispatch";
import { ServerResponse } from "internal:http/response";
import { Server, connectionListener, storeOptions } from "internal:http/server";
import { kConnectionsCheckingInterval } from "internal:http/symbols";
import { STATUS_CODES } from "internal:http/tables";

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
