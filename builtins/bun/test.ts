// `bun:test` (https://bun.com/docs/test): the test library of Bun.
// Implemented by `internal:test_runner/dialects/bun_test`.
export * from "internal:test_runner/dialects/bun_test";
export { default } from "internal:test_runner/dialects/bun_test";
