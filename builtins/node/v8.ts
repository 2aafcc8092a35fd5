// The public face of `internal:node/v8`, which implements it.
export { default } from "internal:node/v8";
