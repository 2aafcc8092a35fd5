// `node:repl` (https://nodejs.org/api/repl.html): the read-eval-print loop.
// Implemented by `internal:node/repl`.
export { default } from "internal:node/repl";
