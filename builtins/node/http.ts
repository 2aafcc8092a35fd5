// The public face of `internal:node/http`, which implements it.
export * from "internal:node/http";
export { default } from "internal:node/http";
