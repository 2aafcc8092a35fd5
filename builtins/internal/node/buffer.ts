// node:buffer: the list of the module's members.
import { Buffer } from "internal:core/buffer";
import { getInspectMaxBytes, kMaxLength, kStringMaxLength, setInspectMaxBytes } from "internal:core/buffer/limits";
import { transcode } from "internal:core/buffer/transcode";
import { isAscii, isUtf8 } from "internal:core/buffer/validity";
import { atob, btoa } from "web:base64";
import { extendModuleForHome } from "internal:web/home_extensions";
import defer * as blob from "web:blob";

const constants = Object.defineProperties(
  {},
  {
    MAX_LENGTH: { value: kMaxLength, enumerable: true },
    MAX_STRING_LENGTH: { value: kStringMaxLength, enumerable: true },
  },
);

/** The Blob behind a `blob:` URL that `URL.createObjectURL` made; undefined for an unknown one. */
function resolveObjectURL(url: unknown): unknown {
  return blob.resolveObjectURL(`${url}`);
}

const moduleExports = { Buffer, transcode, isUtf8, isAscii, kMaxLength, kStringMaxLength, btoa, atob };
Object.defineProperties(moduleExports, {
  constants: { configurable: false, enumerable: true, value: constants },
  INSPECT_MAX_BYTES: { configurable: true, enumerable: true, get: getInspectMaxBytes, set: setInspectMaxBytes },
  Blob: { configurable: true, enumerable: true, get: () => blob.Blob },
  resolveObjectURL: { configurable: true, enumerable: true, writable: true, value: resolveObjectURL },
  File: { configurable: true, enumerable: true, get: () => blob.File },
});

extendModuleForHome("node:buffer", moduleExports);

export default moduleExports as any;
export { Buffer };
