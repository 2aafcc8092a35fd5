// `node:child_process` (https://nodejs.org/api/child_process.html): child processes.
// Implemented by `internal:node/child_process`.
export { default } from "internal:node/child_process";
