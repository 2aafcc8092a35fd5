// `node:buffer` (https://nodejs.org/api/buffer.html): bytes.
// Implemented by `internal:node/buffer`.
export * from "internal:node/buffer";
export { default } from "internal:node/buffer";
