// `node:_http_outgoing` (https://nodejs.org/api/http.html): sent HTTP messages, an older name of `http.OutgoingMessage`.
// Implemented by `internal:node/_http_outgoing`.
export { default } from "internal:node/_http_outgoing";
