// node:path/posix: paths as POSIX systems have them.
import path from "node:path";

export default path.posix;
