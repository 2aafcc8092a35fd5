// `node:assert` (https://nodejs.org/api/assert.html): assertions.
// Implemented by `internal:node/assert`.
export { default } from "internal:node/assert";
