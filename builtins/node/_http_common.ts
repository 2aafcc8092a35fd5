// `node:_http_common` (https://nodejs.org/api/http.html): parsing and checks that the `_http_*` modules share.
// Implemented by `internal:node/_http_common`.
export { default } from "internal:node/_http_common";
