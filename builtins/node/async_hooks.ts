// The public face of `internal:node/async_hooks`, which implements it.
export * from "internal:node/async_hooks";
export { default } from "internal:node/async_hooks";
