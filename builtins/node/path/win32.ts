// `node:path/win32` (https://nodejs.org/api/path.html): paths in Windows syntax.
// Implemented by `internal:core/path/win32_module`.
export { default } from "internal:core/path/win32_module";
