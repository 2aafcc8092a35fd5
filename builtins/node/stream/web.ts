// The public face of `internal:node/stream/web`, which implements it.
export { default } from "internal:node/stream/web";
