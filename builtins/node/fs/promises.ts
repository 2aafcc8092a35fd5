// `node:fs/promises` (https://nodejs.org/api/fs.html): the file system with promises.
// Implemented by `internal:node/fs/promises`.
export { default } from "internal:node/fs/promises";
