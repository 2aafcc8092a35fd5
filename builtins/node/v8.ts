// `node:v8` (https://nodejs.org/api/v8.html): the heap, serialization and flags, as V8 reports them.
// Implemented by `internal:node/v8`.
export { default } from "internal:node/v8";
