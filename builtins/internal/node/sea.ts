// node:sea: the assets of an executable that `brio build --compile` made
// (https://nodejs.org/api/single-executable-applications.html).
import type { Blob } from "web:blob";
import { load } from "internal:core/bootstrap";
import { embeddedFiles, isExecutable } from "internal:core/embedded_files";
import {
  ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION,
  ERR_SINGLE_EXECUTABLE_APPLICATION_ASSET_NOT_FOUND,
} from "internal:core/errors";
import { validateString } from "internal:core/validators";

/** Whether the program is part of the executable. */
function isSea(): boolean {
  return isExecutable();
}

/** The path of an asset: by its name in the bundle, or by that of its file. */
function assetPath(key: string): string {
  if (!isExecutable()) throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
  const path = embeddedFiles().get(key);
  if (path === undefined) throw new ERR_SINGLE_EXECUTABLE_APPLICATION_ASSET_NOT_FOUND(key);
  return path;
}

/**
 * The bytes of the asset `key`, without a copy. Throws ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION, and
 * ERR_SINGLE_EXECUTABLE_APPLICATION_ASSET_NOT_FOUND for an unknown key.
 */
function getRawAsset(key: string): ArrayBuffer {
  validateString(key, "key");
  const bytes = load("internal:node/fs").default.readFileSync(assetPath(key)) as Uint8Array<ArrayBuffer>;
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

/** As `getRawAsset`: a string of `encoding`, or an ArrayBuffer without one. */
function getAsset(key: string, encoding?: string): string | ArrayBuffer {
  validateString(key, "key");
  if (encoding !== undefined) validateString(encoding, "encoding");
  const bytes = getRawAsset(key);
  return encoding === undefined ? bytes : new (load("web:encoding").TextDecoder)(encoding).decode(bytes);
}

/** As `getRawAsset`: a Blob with `options`. */
function getAssetAsBlob(key: string, options?: { type?: string; endings?: "transparent" | "native" }): Blob {
  return new (load("web:blob").Blob)([getRawAsset(key)], options);
}

/** The names of the assets. Throws ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION. */
function getAssetKeys(): string[] {
  if (!isExecutable()) throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
  return [...embeddedFiles().keys()];
}

export default { isSea, getAsset, getRawAsset, getAssetAsBlob, getAssetKeys };
