// The public face of `internal:node/events`, which implements it.
export * from "internal:node/events";
export { default } from "internal:node/events";
