// `bun:ffi` (https://bun.com/docs/runtime/ffi): functions of shared libraries.
// Implemented by `internal:bun/ffi/main`.
export * from "internal:bun/ffi/main";
export { default } from "internal:bun/ffi/main";
