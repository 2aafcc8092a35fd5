// `process.config` and `process.release`: what tools that build or choose native addons read (node-gyp, node-gyp-build,
// prebuild-install, @mapbox/node-pre-gyp), with the values of the Node.js that Brio is compatible with.
import { safe } from "internal:core/bootstrap";
import { MODULE_VERSION, NODE_VERSION, arch } from "internal:node/process/identity";

const DOWNLOADS = "https://nodejs.org/download/release";

/** `process.config`. */
export function makeConfig(): object {
  return safe.freeze({
    target_defaults: safe.freeze({
      cflags: [],
      conditions: [],
      configurations: { Debug: {}, Release: {} },
      default_configuration: "Release",
      defines: [],
      include_dirs: [],
      libraries: [],
    }),
    variables: safe.freeze({
      asan: 0,
      clang: 0,
      coverage: false,
      debug_node: false,
      dcheck_always_on: 0,
      enable_lto: false,
      enable_thin_lto: false,
      error_on_warn: false,
      force_dynamic_crt: 0,
      host_arch: arch,
      napi_build_version: "10",
      node_byteorder: "little",
      node_enable_v8_vtunejit: false,
      node_module_version: Number(MODULE_VERSION),
      node_no_browser_globals: false,
      node_prefix: "/usr/local",
      node_shared: false,
      node_shared_openssl: true,
      node_use_amaro: true,
      node_use_openssl: true,
      node_use_v8_platform: false,
      openssl_is_fips: false,
      shlib_suffix: `so.${MODULE_VERSION}`,
      target_arch: arch,
      ubsan: 0,
      v8_enable_i18n_support: 1,
      v8_enable_inspector: 1,
      v8_enable_pointer_compression: 0,
      v8_enable_sandbox: 0,
      v8_enable_temporal_support: 1,
      want_separate_host_toolset: 0,
    }),
  });
}

/** `process.release`. */
export function makeRelease(): object {
  const version = `v${NODE_VERSION}`;
  return safe.freeze({
    name: "node",
    sourceUrl: `${DOWNLOADS}/${version}/node-${version}.tar.gz`,
    headersUrl: `${DOWNLOADS}/${version}/node-${version}-headers.tar.gz`,
  });
}
