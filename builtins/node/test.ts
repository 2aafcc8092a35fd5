// `node:test` (https://nodejs.org/api/test.html): the test runner.
// Implemented by `internal:test_runner/module`.
export { default } from "internal:test_runner/module";
