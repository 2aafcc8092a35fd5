// `node:tty` (https://nodejs.org/api/tty.html): terminals.
// Implemented by `internal:node/tty`.
export { default } from "internal:node/tty";
