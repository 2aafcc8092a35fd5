// The public face of `internal:node/url`, which implements it.
export * from "internal:node/url";
export { default } from "internal:node/url";
