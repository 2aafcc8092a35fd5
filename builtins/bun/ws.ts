// `ws` in programs of Bun (https://bun.com/docs/runtime/nodejs-compat), where it is not installed. Implemented by `internal:bun/ws`.
export * from "internal:bun/ws";
export { default } from "internal:bun/ws";
