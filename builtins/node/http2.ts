// `node:http2` (https://nodejs.org/api/http2.html): the HTTP/2 server and client.
// Implemented by `internal:node/http2`.
export { default } from "internal:node/http2";
