//! The list of all native areas of the runtime (one per crate under `host/`). The bundler's is not among them: it leads to
//! the toolchain, which the runtime of executables does not have, so the binary that has it adds it.

use std::sync::OnceLock;

use brio_realm::op::Area;

static ADDED: OnceLock<&'static [&'static Area]> = OnceLock::new();

/// Adds the areas of the binary. Call it before a realm is created; the first call counts.
pub fn add(areas: &'static [&'static Area]) {
    let _ = ADDED.set(areas);
}

/// All areas: those of every runtime, and the added ones.
pub fn all() -> &'static [&'static Area] {
    static ALL: OnceLock<Vec<&'static Area>> = OnceLock::new();
    ALL.get_or_init(|| [AREAS, ADDED.get().copied().unwrap_or_default()].concat())
}

static AREAS: &[&Area] = &[
    &brio_host_addons::AREA,
    &brio_host_buffer::AREA,
    &brio_host_checksums::AREA,
    &brio_host_child_process::AREA,
    &brio_host_ciphers::AREA,
    &brio_host_contexts::AREA,
    &brio_host_crypto::AREA,
    &brio_host_dgram::AREA,
    &brio_host_dns::AREA,
    &brio_host_encoding::AREA,
    &brio_host_engine::AREA,
    &brio_host_fetch::AREA,
    &brio_host_ffi::AREA,
    &brio_host_fs::AREA,
    &brio_host_http2::AREA,
    &brio_host_http_parser::AREA,
    &brio_host_http_server::AREA,
    &brio_host_inspector::AREA,
    &brio_host_keys::AREA,
    &brio_host_messaging::AREA,
    &brio_host_modules::AREA,
    &brio_host_net::AREA,
    &brio_host_os::AREA,
    &brio_host_password::AREA,
    &brio_host_permissions::AREA,
    &brio_host_plain_text::AREA,
    &brio_host_process::AREA,
    &brio_host_realm::AREA,
    &brio_host_stdio::AREA,
    &brio_host_markdown::AREA,
    &brio_host_semver::AREA,
    &brio_host_sqlite::AREA,
    &brio_host_temporal::AREA,
    &brio_host_time::AREA,
    &brio_host_tls::AREA,
    &brio_host_tracing::AREA,
    &brio_host_url::AREA,
    &brio_host_worker::AREA,
    &brio_host_zlib::AREA,
];
