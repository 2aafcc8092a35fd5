// The public face of `internal:node/_http_incoming`, which implements it.
export { default } from "internal:node/_http_incoming";
