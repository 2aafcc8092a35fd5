// The kinds of permission that programs of Deno name in flags, permission sets and descriptors.

/** In the order of Deno's documentation. */
export const DENO_KINDS = ["read", "write", "net", "env", "run", "sys", "ffi", "import"];
