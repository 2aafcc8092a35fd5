// `node:stream` (https://nodejs.org/api/stream.html): streams.
// Implemented by `internal:node/stream`.
export * from "internal:node/stream";
export { default } from "internal:node/stream";
