// `node:console` (https://nodejs.org/api/console.html): the console, and consoles over other streams.
// Implemented by `internal:node/console`.
export { default } from "internal:node/console";
