// The public face of `internal:node/http2`, which implements it.
export { default } from "internal:node/http2";
