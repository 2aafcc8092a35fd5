// `bun:jsc` (https://bun.com/reference/bun/jsc): what Bun exposes of JavaScriptCore.
// Implemented by `internal:bun/jsc`.
export * from "internal:bun/jsc";
export { default } from "internal:bun/jsc";
