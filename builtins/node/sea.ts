// `node:sea` (https://nodejs.org/api/single-executable-applications.html): the assets of a single executable application.
// Implemented by `internal:node/sea`.
export { default } from "internal:node/sea";
