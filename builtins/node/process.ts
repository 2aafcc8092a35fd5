// `node:process` (https://nodejs.org/api/process.html): the current process.
// Implemented by `internal:node/process`.
export { default } from "internal:node/process";
