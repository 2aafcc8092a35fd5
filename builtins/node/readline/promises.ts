// `node:readline/promises` (https://nodejs.org/api/readline.html): lines of an input stream, with promises.
// Implemented by `internal:node/readline/promises`.
export { default } from "internal:node/readline/promises";
