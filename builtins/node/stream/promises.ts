// The public face of `internal:node/stream/promises`, which implements it.
export { default } from "internal:node/stream/promises";
