// `node:sys` (https://nodejs.org/api/util.html): an older name of `node:util`, deprecated.
// Implemented by `internal:node/sys`.
export { default } from "internal:node/sys";
