//! Memory that the collector should know of, the file of an addon, registration.

use crate::load;
use crate::types::{EnvPointer, In, Out, Status};
use std::ffi::c_char;

#[unsafe(no_mangle)]
pub extern "C" fn napi_adjust_external_memory(env: EnvPointer, change_bytes: i64, result: Out<i64>) -> Status {
    env.basic(|env| {
        let result = result.check()?;
        let bytes = env.addons().adjust_external_bytes(env.cx(), change_bytes);
        if let Ok(added) = usize::try_from(change_bytes) {
            env.cx().report_extra_memory(added);
        }
        result.set(bytes);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_get_module_file_name(env: EnvPointer, result: Out<*const c_char>) -> Status {
    env.basic(|env| {
        result.check()?.set(env.file_url.as_ptr());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_module_register(module: In<load::NapiModule>) {
    load::register(module.pointer());
}
