// `node:util` (https://nodejs.org/api/util.html): inspection, formatting, type checks and other utilities.
// Implemented by `internal:node/util`.
export { default } from "internal:node/util";
