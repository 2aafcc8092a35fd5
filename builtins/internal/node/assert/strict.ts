// node:assert/strict: the checks whose loose forms are strict too.
import assert from "internal:node/assert";

export default assert.strict;
