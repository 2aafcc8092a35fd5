// `node:net` (https://nodejs.org/api/net.html): TCP and local sockets.
// Implemented by `internal:node/net`.
export { default } from "internal:node/net";
