// The public face of `internal:node/diagnostics_channel`, which implements it.
export { default } from "internal:node/diagnostics_channel";
