// The public face of `internal:node/stream`, which implements it.
export * from "internal:node/stream";
export { default } from "internal:node/stream";
