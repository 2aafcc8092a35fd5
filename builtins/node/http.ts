// `node:http` (https://nodejs.org/api/http.html): the HTTP/1.1 server and client.
// Implemented by `internal:node/http`.
export * from "internal:node/http";
export { default } from "internal:node/http";
