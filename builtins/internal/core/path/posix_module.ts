// node:path/posix: paths as POSIX systems have them.
import path from "internal:core/path";

export default path.posix;
