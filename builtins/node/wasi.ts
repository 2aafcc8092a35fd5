// `node:wasi` (https://nodejs.org/api/wasi.html): the WebAssembly System Interface.
// Implemented by `internal:node/wasi`.
export { default } from "internal:node/wasi";
