// The public face of `internal:node/inspector`, which implements it.
export * from "internal:node/inspector";
export { default } from "internal:node/inspector";
