// node:_http_server, a private module of Node that packages import.
import { missing } from "internal:http/missing";
import { kServerResponse } from "internal:http/dispatch";
import { ServerResponse } from "internal:http/response";
import { Server } from "internal:http/server";
import { STATUS_CODES } from "internal:http/tables";

export default { STATUS_CODES, Server, ServerResponse, kServerResponse, _connectionListener: missing("_http_server._connectionListener") };
