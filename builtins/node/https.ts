// `node:https` (https://nodejs.org/api/https.html): the HTTP/1.1 server and client over TLS.
// Implemented by `internal:node/https`.
export { default } from "internal:node/https";
