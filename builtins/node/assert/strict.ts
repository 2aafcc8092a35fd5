// `node:assert/strict` (https://nodejs.org/api/assert.html): assertions whose comparisons are strict.
// Implemented by `internal:node/assert/strict`.
export { default } from "internal:node/assert/strict";
