// `node:test/reporters` (https://nodejs.org/api/test.html): the test runner's reporters.
// Implemented by `internal:node/test/reporters`.
export { default } from "internal:node/test/reporters";
