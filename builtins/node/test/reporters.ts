// The public face of `internal:test_runner/reporters_module`, which implements it.
export { default } from "internal:test_runner/reporters_module";
