// `node:test` (https://nodejs.org/api/test.html): the test runner.
// Implemented by `internal:node/test`.
export { default } from "internal:node/test";
