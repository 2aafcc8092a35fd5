// `node:test/reporters` (https://nodejs.org/api/test.html): the test runner's reporters.
// Implemented by `internal:test_runner/reporters_module`.
export { default } from "internal:test_runner/reporters_module";
