// node:path/win32: paths as Windows has them.
import path from "internal:core/path";

export default path.win32;
