//! All native areas of the runtime.

use brio_realm::op::Area;

pub static AREAS: &[&Area] = &[
    &brio_host_buffer::AREA,
    &brio_host_child_process::AREA,
    &brio_host_ciphers::AREA,
    &brio_host_contexts::AREA,
    &brio_host_crypto::AREA,
    &brio_host_dgram::AREA,
    &brio_host_dns::AREA,
    &brio_host_encoding::AREA,
    &brio_host_engine::AREA,
    &brio_host_fetch::AREA,
    &brio_host_fs::AREA,
    &brio_host_http_parser::AREA,
    &brio_host_http_server::AREA,
    &brio_host_keys::AREA,
    &brio_host_messaging::AREA,
    &brio_host_modules::AREA,
    &brio_host_net::AREA,
    &brio_host_os::AREA,
    &brio_host_password::AREA,
    &brio_host_process::AREA,
    &brio_host_realm::AREA,
    &brio_host_stdio::AREA,
    &brio_host_semver::AREA,
    &brio_host_time::AREA,
    &brio_host_tls::AREA,
    &brio_host_url::AREA,
    &brio_host_worker::AREA,
    &brio_host_zlib::AREA,
];
