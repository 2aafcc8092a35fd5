// `node:_http_agent` (https://nodejs.org/api/http.html): the connection pools of HTTP clients, an older name of `http.Agent`.
// Implemented by `internal:node/_http_agent`.
export { default } from "internal:node/_http_agent";
