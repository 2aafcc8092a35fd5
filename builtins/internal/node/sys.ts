// node:sys, the old name of node:util. Deprecated (DEP0025).
import { emitWarning } from "internal:core/process/warn";
import util from "internal:node/util";

emitWarning("sys is deprecated. Use `node:util` instead.", "DeprecationWarning", "DEP0025");

export default util;
