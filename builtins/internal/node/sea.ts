// node:sea: programs ask whether they run as a single executable application. Brio makes none, so there are no assets.
import { ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION } from "internal:core/errors";
import { validateString } from "internal:core/validators";

/** Whether the program is part of the executable. */
function isSea(): boolean {
  return false;
}

/** The asset `key`, as a string of `encoding` or as an ArrayBuffer. Throws ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION. */
function getAsset(key: unknown, encoding: unknown): never {
  validateString(key, "key");
  if (encoding !== undefined) validateString(encoding, "encoding");
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

/** As `getAsset`: the bytes without a copy. */
function getRawAsset(key: unknown): never {
  validateString(key, "key");
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

/** As `getAsset`: a Blob. */
function getAssetAsBlob(key: unknown, _options: unknown): never {
  return getRawAsset(key);
}

/** The names of the assets. Throws ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION. */
function getAssetKeys(): never {
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

export default { isSea, getAsset, getRawAsset, getAssetAsBlob, getAssetKeys };
