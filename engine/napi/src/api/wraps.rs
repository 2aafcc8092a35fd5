//! Native data behind objects: wraps, externals, finalizers, type tags, instance data.

use super::objects::to_object;
use crate::env::{Env, handle};
use crate::externals;
use crate::references::{Finalizer, RefHandle, ReferenceOptions};
use crate::types::{EnvPointer, Finalize, In, NapiValue, Out, Outcome, Status, TypeTag};
use brio_jsc::Value;
use std::ffi::c_void;
use std::ptr;

fn finalizer(callback: Option<Finalize>, data: *mut c_void, hint: *mut c_void) -> Option<Finalizer> {
    callback.map(|callback| Finalizer { callback, data, hint })
}

/// The argument of the functions about wraps: other values than objects are invalid.
fn wrappable(env: &Env, object: NapiValue) -> Outcome<Value<'_>> {
    let object = object.check(env.cx())?;
    if object.is_object(env.cx()) { Ok(object) } else { Err(Status::InvalidArg) }
}

/// The argument of the functions about type tags: other values are converted, so that their tags are on objects of which
/// no other reference exists, as in Node.
fn taggable(env: &Env, object: NapiValue) -> Outcome<Value<'_>> {
    to_object(env, object).map_err(|status| match status {
        Status::ObjectExpected => Status::PendingException,
        other => other,
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_wrap(
    env: EnvPointer,
    object: NapiValue,
    data: *mut c_void,
    callback: Option<Finalize>,
    hint: *mut c_void,
    result: Out<RefHandle>,
) -> Status {
    env.running_js(|env| {
        let object = wrappable(env, object)?;
        if live_wrap(env, object).is_some() {
            return Err(Status::InvalidArg);
        }
        // A reference that the addon requests is the addon's to delete.
        let is_runtime_owned = result.is_null();
        let options = ReferenceOptions {
            count: 0,
            is_runtime_owned,
            is_wrap: true,
            data,
            finalizer: finalizer(callback, data, hint),
        };
        let reference = env.new_reference(object, options);
        env.addons().set_wrap(object, env, reference);
        result.set(reference);
        Ok(())
    })
}

/// The reference that wraps an object, unless the addon deleted it.
fn live_wrap<'a>(env: &'a Env, object: Value<'_>) -> Option<(&'a Env, RefHandle, *mut c_void)> {
    let (owner, reference) = env.addons().wrap_of(object)?;
    let owner = owner.get()?;
    Some((owner, reference, owner.data_of_wrap(reference)?))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_unwrap(env: EnvPointer, object: NapiValue, result: Out<*mut c_void>) -> Status {
    env.without_pending(|env| {
        let result = result.check()?;
        let object = wrappable(env, object)?;
        let (_, _, data) = live_wrap(env, object).ok_or(Status::InvalidArg)?;
        result.set(data);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_remove_wrap(env: EnvPointer, object: NapiValue, result: Out<*mut c_void>) -> Status {
    env.running_js(|env| {
        let object = wrappable(env, object)?;
        let (owner, reference, data) = live_wrap(env, object).ok_or(Status::InvalidArg)?;
        owner.end_wrap(reference)?;
        result.set(data);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_add_finalizer(
    env: EnvPointer,
    object: NapiValue,
    data: *mut c_void,
    callback: Option<Finalize>,
    hint: *mut c_void,
    result: Out<RefHandle>,
) -> Status {
    env.plain(|env| {
        let object = wrappable(env, object)?;
        let callback = callback.ok_or(Status::InvalidArg)?;
        let options = ReferenceOptions {
            count: 0,
            is_runtime_owned: result.is_null(),
            is_wrap: false,
            data,
            finalizer: Some(Finalizer { callback, data, hint }),
        };
        result.set(env.new_reference(object, options));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_post_finalizer(
    env: EnvPointer,
    callback: Option<Finalize>,
    data: *mut c_void,
    hint: *mut c_void,
) -> Status {
    env.basic(|env| {
        if let Some(callback) = callback {
            env.post_finalizer(Finalizer { callback, data, hint });
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_external(
    env: EnvPointer,
    data: *mut c_void,
    callback: Option<Finalize>,
    hint: *mut c_void,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let cx = env.cx();
        let object = externals::make(cx, data);
        result.set(handle(env, object));
        // As in Node.js, nothing can be added to it.
        env.help(|helpers| &helpers.freeze, &[object])?;
        if let Some(finalizer) = finalizer(callback, data, hint) {
            let finalizer = Some(finalizer);
            env.new_reference(
                object,
                ReferenceOptions { count: 0, is_runtime_owned: true, is_wrap: false, data, finalizer },
            );
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_external(env: EnvPointer, value: NapiValue, result: Out<*mut c_void>) -> Status {
    env.plain(|env| {
        let cx = env.cx();
        let value = value.check(cx)?;
        let result = result.check()?;
        result.set(externals::pointer(cx, value).ok_or(Status::InvalidArg)?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_type_tag_object(env: EnvPointer, object: NapiValue, tag: In<TypeTag>) -> Status {
    env.running_js(|env| {
        let cx = env.cx();
        let object = taggable(env, object)?;
        let tag = *tag.first()?;
        if env.addons().tag_of(cx, object).is_some() {
            return Err(Status::InvalidArg);
        }
        env.addons().set_tag(cx, object, tag);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_check_object_type_tag(
    env: EnvPointer,
    object: NapiValue,
    tag: In<TypeTag>,
    result: Out<bool>,
) -> Status {
    env.running_js(|env| {
        let cx = env.cx();
        let object = taggable(env, object)?;
        let tag = *tag.first()?;
        result.check()?.set(env.addons().tag_of(cx, object) == Some(tag));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_set_instance_data(
    env: EnvPointer,
    data: *mut c_void,
    callback: Option<Finalize>,
    hint: *mut c_void,
) -> Status {
    env.basic(|env| {
        // The finalizer of earlier data is not called, as in Node.
        env.instance_data.set(Some((data, finalizer(callback, data, hint))));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_instance_data(env: EnvPointer, result: Out<*mut c_void>) -> Status {
    env.basic(|env| {
        let result = result.check()?;
        let data = env.instance_data.get().map_or(ptr::null_mut(), |(data, _)| data);
        result.set(data);
        Ok(())
    })
}

impl Env {
    /// Runs a finalizer as a task of its own.
    fn post_finalizer(&self, finalizer: Finalizer) {
        self.addons().queue_posted(self, finalizer);
    }
}
