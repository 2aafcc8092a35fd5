// The public face of `internal:node/_http_common`, which implements it.
export { default } from "internal:node/_http_common";
