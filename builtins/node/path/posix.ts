// `node:path/posix` (https://nodejs.org/api/path.html): paths in POSIX syntax.
// Implemented by `internal:core/path/posix_module`.
export { default } from "internal:core/path/posix_module";
