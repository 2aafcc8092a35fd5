// The public face of `internal:core/path/posix_module`, which implements it.
export { default } from "internal:core/path/posix_module";
