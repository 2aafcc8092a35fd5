// `node:constants` (https://nodejs.org/api/deprecations.html): the constants of `os`, `fs` and `crypto` in one object, deprecated.
// Implemented by `internal:node/constants`.
export { default } from "internal:node/constants";
