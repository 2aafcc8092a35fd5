// `node:_http_server` (https://nodejs.org/api/http.html): the HTTP server, an older name of `http.Server` and `http.ServerResponse`.
// Implemented by `internal:node/_http_server`.
export { default } from "internal:node/_http_server";
