// `bun:bundle` (https://bun.com/docs/bundler#features): switches that a build replaces by their values.
// Implemented by `internal:bun/bundle`.
export * from "internal:bun/bundle";
export { default } from "internal:bun/bundle";
