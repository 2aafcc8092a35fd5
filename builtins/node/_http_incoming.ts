// `node:_http_incoming` (https://nodejs.org/api/http.html): received HTTP messages, an older name of `http.IncomingMessage`.
// Implemented by `internal:node/_http_incoming`.
export { default } from "internal:node/_http_incoming";
