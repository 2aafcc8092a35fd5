// `node:zlib` (https://nodejs.org/api/zlib.html): compression.
// Implemented by `internal:node/zlib`.
export { default } from "internal:node/zlib";
