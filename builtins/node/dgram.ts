// `node:dgram` (https://nodejs.org/api/dgram.html): UDP sockets.
// Implemented by `internal:node/dgram`.
export { default } from "internal:node/dgram";
