// Machine, versions, features, user and groups.
import { safe } from "internal:core/bootstrap";
import defer * as validators from "internal:core/validators";
import { identity, groups, umask as nativeUmask } from "native:process";
import defer * as realm from "native:realm";
import defer * as keys from "native:keys";
import defer * as sqlite from "native:sqlite";
import { markLazy } from "internal:core/lazy_members";
import { home } from "internal:core/program";
import { option } from "internal:core/launch";

/** Node's name of the processor architecture. */
export const arch = "x64";

/** The version of Node.js that Brio is compatible with. */
export const NODE_VERSION = "26.10.0";

/** The version of Node's ABI. */
export const MODULE_VERSION = "147";

/** `process.versions`: libraries use it to distinguish runtimes, so it depends on the home. */
export function versions(): object {
  const versions: Record<string, string> = {
    node: NODE_VERSION,
    brio: "0.1.0",
    modules: MODULE_VERSION,
    napi: "10",
    uv: "1.51.0",
    webkit: realm.engineVersion() ?? "",
    v8: "14.6.202.33-node.0",
    zlib: "1.2.13",
    // Clients of HTTP accept these encodings when their versions are known. Of Brotli it is the version with our features.
    brotli: "1.2.0",
    zstd: "1.5.7",
    sqlite: sqlite.version(),
    // Many packages read `versions.node`; the version of OpenSSL is lazy, since only the library has it, which is loaded for that.
    get openssl() {
      return keys.openSslVersion();
    },
    unicode: "16.0",
    icu: "72.1",
  };
  markLazy(safe.getOwnPropertyDescriptor(versions, "openssl")!.get!);
  if (home() === "bun") versions.bun = "1.4.5";
  if (home() === "deno") versions.deno = "2.9.6";
  // As in Node: what is there is read-only, but Electron and programs that pretend to be it add their own.
  for (const name of safe.keys(versions)) {
    const descriptor = safe.getOwnPropertyDescriptor(versions, name)!;
    if (descriptor.get === undefined) safe.defineProperty(versions, name, { ...descriptor, writable: false });
  }
  return versions;
}

/** `process.features`. */
export function features(): object {
  return {
    inspector: true,
    debug: false,
    uv: true,
    ipv6: true,
    tls_alpn: true,
    tls_sni: true,
    tls_ocsp: true,
    tls: true,
    openssl_is_boringssl: false,
    cached_builtins: true,
    require_module:
      option("--no-experimental-require-module") === undefined && option("--no-require-module") === undefined,
    dtls: false,
    quic: false,
    typescript: "transform",
  };
}

let isMaskSet = false;

/** Whether the program has set the mask of new files. */
export function hasChangedMask(): boolean {
  return isMaskSet;
}

function umask(mask?: string | number): number {
  if (mask === undefined) return nativeUmask(null);
  isMaskSet = true;
  return nativeUmask(validators.parseFileMode(mask, "mask") & 0o777);
}

function getgroups(): number[] {
  const bytes = groups();
  const list = [...new Uint32Array(bytes.slice().buffer)];
  const { effectiveGid } = identity("gid");
  return list.includes(effectiveGid) ? list : [...list, effectiveGid];
}

/** Members of `process`. */
export const members = {
  umask,
  getuid: () => identity("uid").uid,
  geteuid: () => identity("uid").effectiveUid,
  getgid: () => identity("gid").gid,
  getegid: () => identity("getegid").effectiveGid,
  getgroups,
};
