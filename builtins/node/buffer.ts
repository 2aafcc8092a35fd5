// The public face of `internal:node/buffer`, which implements it.
export * from "internal:node/buffer";
export { default } from "internal:node/buffer";
