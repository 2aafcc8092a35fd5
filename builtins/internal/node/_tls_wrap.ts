// node:_tls_wrap, a private module of Node that packages require.
import { emitWarning } from "internal:core/process/warn";
import { connect } from "internal:node/tls/connect";
import { Server, createServer } from "internal:node/tls/server";
import { TLSSocket } from "internal:node/tls/socket";

emitWarning("The _tls_wrap module is deprecated. Use `node:tls` instead.", {
  type: "DeprecationWarning",
  code: "DEP0192",
});

export default { TLSSocket, Server, createServer, connect };
