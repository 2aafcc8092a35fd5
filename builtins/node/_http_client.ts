// `node:_http_client` (https://nodejs.org/api/http.html): the HTTP client request, an older name of `http.ClientRequest`.
// Implemented by `internal:node/_http_client`.
export { default } from "internal:node/_http_client";
