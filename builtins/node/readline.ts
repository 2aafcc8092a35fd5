// `node:readline` (https://nodejs.org/api/readline.html): lines of an input stream, with callbacks.
// Implemented by `internal:node/readline`.
export { default } from "internal:node/readline";
