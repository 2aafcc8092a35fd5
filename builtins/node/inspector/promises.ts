// The public face of `internal:node/inspector/promises`, which implements it.
export * from "internal:node/inspector/promises";
export { default } from "internal:node/inspector/promises";
