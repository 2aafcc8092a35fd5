// `node:path` (https://nodejs.org/api/path.html): paths in the syntax of this system.
// Implemented by `internal:core/path`.
export { default } from "internal:core/path";
