// node:path/win32: paths as Windows has them.
import path from "node:path";

export default path.win32;
