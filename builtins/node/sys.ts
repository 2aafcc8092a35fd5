// node:sys, the old name of node:util. Deprecated (DEP0025).
import { emitWarning } from "internal:process";
import util from "node:util";

emitWarning("sys is deprecated. Use `node:util` instead.", "DeprecationWarning", "DEP0025");

export default util;
