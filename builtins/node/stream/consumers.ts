// The public face of `internal:node/stream/consumers`, which implements it.
export { default } from "internal:node/stream/consumers";
