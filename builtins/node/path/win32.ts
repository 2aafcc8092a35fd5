// The public face of `internal:core/path/win32_module`, which implements it.
export { default } from "internal:core/path/win32_module";
