// `node:os` (https://nodejs.org/api/os.html): the operating system.
// Implemented by `internal:node/os`.
export { default } from "internal:node/os";
