// `bun` (https://bun.com/reference/bun): the global `Bun` and its members, as a module.
// Implemented by `internal:bun/main`.
export { default } from "internal:bun/main";
