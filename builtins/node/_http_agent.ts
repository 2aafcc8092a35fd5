// The public face of `internal:node/_http_agent`, which implements it.
export { default } from "internal:node/_http_agent";
