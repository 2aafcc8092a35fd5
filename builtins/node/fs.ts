// `node:fs` (https://nodejs.org/api/fs.html): the file system with callbacks and synchronously.
// Implemented by `internal:node/fs`.
export { default } from "internal:node/fs";
