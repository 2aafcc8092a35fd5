// `node:util/types` (https://nodejs.org/api/util.html): type checks of built-in objects.
// Implemented by `internal:node/util/types`.
export { default } from "internal:node/util/types";
