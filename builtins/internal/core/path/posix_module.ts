// node:path/posix: POSIX paths.
import path from "internal:core/path";

export default path.posix;
