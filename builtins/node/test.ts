// The public face of `internal:test_runner/module`, which implements it.
export { default } from "internal:test_runner/module";
