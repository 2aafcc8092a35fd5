//! `native:addons`: native addons by Node-API (`brio_napi`), and the errors of files that cannot be loaded.

mod generated {
    pub mod addons_ops;
}
mod imports;

use brio_napi::{Helpers, LoadError};
use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Thrown};
pub use generated::addons_ops::AREA;
use generated::addons_ops::{AddonHelpers, AddonsOps};
use std::path::Path;

/// State of the area: addons end with the realm.
pub struct Addons;

impl Default for Addons {
    fn default() -> Self {
        brio_realm::op::drop_at_end(brio_napi::Addons::tear_down);
        Self
    }
}

fn failed(message: impl Into<String>) -> OpError {
    OpError::coded("ERR_DLOPEN_FAILED", message)
}

impl AddonsOps for Addons {
    fn set_up(&self, helpers: AddonHelpers) -> Result<(), OpError> {
        brio_napi::Addons::set_up(Realm::current().context(), from_contract(helpers));
        Ok(())
    }

    fn open<'cx>(
        &self,
        cx: Context<'cx>,
        path: &Path,
        flags: i32,
        url: &str,
        exports: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        if let Some(symbol) = imports::v8_symbol(path) {
            return Err(failed(imports::v8_message(path, &symbol)).into());
        }
        let shown = path.display();
        if imports::is_cut_off(path) {
            return Err(failed(format!("{shown}: file too short")).into());
        }
        brio_napi::load(cx, path, flags, url, exports).map_err(|error| match error {
            LoadError::Thrown(value) => Thrown::Value(value),
            LoadError::Open(message) => failed(message).into(),
            LoadError::NotSelfRegistered => failed(format!("Module did not self-register: '{shown}'.")).into(),
            LoadError::NoEntryPoint => Thrown::Value(cx.error("Module has no declared entry point.")),
            LoadError::Version(version) => Thrown::Value(cx.error(&format!(
                "{shown} requires Node-API version {version}, but this version of Node.js only supports version 10 add-ons."
            ))),
        })
    }

    fn run_task(&self, task: u32) -> Result<(), OpError> {
        if let Some(addons) = brio_napi::Addons::current() {
            addons.run_task(task);
        }
        Ok(())
    }

    fn is_addon_memory<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<bool, Thrown<'cx>> {
        Ok(brio_napi::is_addon_memory(cx, value))
    }

    fn close(&self) -> Result<(), OpError> {
        if let Some(addons) = brio_napi::Addons::current() {
            addons.close();
        }
        Ok(())
    }
}

/// The helpers of the contract as the engine's layer takes them, which knows no contract.
fn from_contract(helpers: AddonHelpers) -> Helpers {
    Helpers {
        property_keys: helpers.property_keys,
        freeze: helpers.freeze,
        seal: helpers.seal,
        symbol_for: helpers.symbol_for,
        date_value: helpers.date_value,
        big_int_from_hex: helpers.big_int_from_hex,
        big_int_to_hex: helpers.big_int_to_hex,
        detach: helpers.detach,
        is_detached: helpers.is_detached,
        make_view: helpers.make_view,
        view_info: helpers.view_info,
        make_array_buffer: helpers.make_array_buffer,
        make_shared_buffer: helpers.make_shared_buffer,
        is_shared_buffer: helpers.is_shared_buffer,
        is_registered_symbol: helpers.is_registered_symbol,
        buffer_over: helpers.buffer_over,
        as_buffer: helpers.as_buffer,
        define_property: helpers.define_property,
        define_constructor: helpers.define_constructor,
        construct_this: helpers.construct_this,
        apply: helpers.apply,
        has_own: helpers.has_own,
        get_prototype: helpers.get_prototype,
        set_prototype: helpers.set_prototype,
        to_number: helpers.to_number,
        make_error: helpers.make_error,
        instance_of: helpers.instance_of,
        async_init: helpers.async_init,
        async_destroy: helpers.async_destroy,
        make_callback: helpers.make_callback,
        open_callback_scope: helpers.open_callback_scope,
        close_callback_scope: helpers.close_callback_scope,
        fatal_exception: helpers.fatal_exception,
        run_task: helpers.run_task,
    }
}
