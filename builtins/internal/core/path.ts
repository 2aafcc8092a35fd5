// node:path: the paths of this system (POSIX), with both kinds as members.
import { posix } from "internal:core/path/posix";
import { win32 } from "internal:core/path/win32";

for (const kind of [posix, win32]) {
  kind.win32 = win32;
  kind.posix = posix;
  // A deprecated name that packages still use.
  kind._makeLong = kind.toNamespacedPath;
}

export default posix;
