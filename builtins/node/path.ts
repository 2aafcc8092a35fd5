// node:path: the paths of this system (POSIX), with both kinds as members.
import { posix } from "internal:path/posix";
import { win32 } from "internal:path/win32";

for (const kind of [posix, win32]) {
  kind.win32 = win32;
  kind.posix = posix;
  // An old name that packages still use.
  kind._makeLong = kind.toNamespacedPath;
}

export default posix;
