// node:path/win32: Windows paths.
import path from "internal:core/path";

export default path.win32;
