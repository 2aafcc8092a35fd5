//! What generated glue calls: decoding arguments, encoding results, starting work on the thread pool.

use crate::errors::IntoThrown;
pub use crate::errors::{OpError, Thrown};
use crate::hooks::Hook;
use crate::job_times;
use crate::permission;
pub use crate::permission::{Permission, Subject, permit};
use crate::realm::{Message, Realm};
pub use brio_jsc::Root;
pub use brio_jsc::UnpinnedBytes;
use brio_jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value, ValueKind};
use brio_reactor::ThreadPool;
use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The native functions of one contract.
pub struct Area {
    /// `fs` of `native:fs`.
    pub name: &'static str,
    pub functions: &'static [AreaFunction],
}

/// One native function of an area.
pub struct AreaFunction {
    pub name: &'static str,
    /// Whether calling it returns the number of a request that completes later.
    pub is_async: bool,
    pub make: for<'cx> fn(Context<'cx>) -> Value<'cx>,
}

impl Area {
    /// `{ name: function, …, "~async": [names] }`.
    pub(crate) fn object<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        for function in self.functions {
            object.set(cx, function.name, (function.make)(cx))?;
        }
        let async_names: Vec<&str> =
            self.functions.iter().filter(|function| function.is_async).map(|function| function.name).collect();
        object.set(cx, "~async", cx.array_from(async_names.into_iter().map(|name| Ok(cx.string(name))))?)?;
        Ok(object)
    }
}

/// Makes the function object; named so that tables of them read well.
pub fn make<'cx, F: NativeFunction>(cx: Context<'cx>) -> Value<'cx> {
    cx.function::<F>()
}

/// Text that a native function returns, in the form it has.
#[derive(Debug)]
pub enum Text {
    Utf8(String),
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text::Utf8(text)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text::Utf8(text.to_string())
    }
}

/// What an argument can be decoded to. `Err` says what was expected.
pub trait FromArgument<'cx>: Sized {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str>;
}

/// A required handler: a function of the object that JavaScript passes.
pub fn handler<'cx>(cx: Context<'cx>, handlers: Value<'cx>, name: &str) -> Result<Root, &'static str> {
    optional_handler(cx, handlers, name)?.ok_or("an object with a function for each event")
}

/// A handler that may be missing.
pub fn optional_handler<'cx>(cx: Context<'cx>, handlers: Value<'cx>, name: &str) -> Result<Option<Root>, &'static str> {
    let function = handlers.get(cx, name).map_err(|_| "an object of functions")?;
    Ok(function.is_function(cx).then(|| function.root(cx)))
}

/// A field of options, or a plain field beside handlers.
pub fn field<'cx, T: FromArgument<'cx>>(cx: Context<'cx>, object: Value<'cx>, name: &str) -> Result<T, &'static str> {
    T::from_argument(cx, object.get(cx, name).map_err(|_| "an object")?)
}

/// Decodes argument `index`, which errors call `name`.
#[inline]
pub fn argument<'cx, T: FromArgument<'cx>>(
    cx: Context<'cx>,
    arguments: &Arguments<'_, 'cx>,
    index: usize,
    name: &str,
) -> Result<T, Value<'cx>> {
    match T::from_argument(cx, arguments.get(index)) {
        Ok(value) => Ok(value),
        Err(expected) => Err(refusal(cx, name, expected)),
    }
}

#[cold]
#[inline(never)]
fn refusal<'cx>(cx: Context<'cx>, name: &str, expected: &str) -> Value<'cx> {
    cx.type_error(&format!("{name} must be {expected}"))
}

impl<'cx> FromArgument<'cx> for Value<'cx> {
    #[inline]
    fn from_argument(_cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(value)
    }
}

impl<'cx> FromArgument<'cx> for bool {
    #[inline]
    fn from_argument(_cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        value.as_boolean().ok_or("a boolean")
    }
}

impl<'cx> FromArgument<'cx> for f64 {
    #[inline]
    fn from_argument(_cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        value.as_number().ok_or("a number")
    }
}

macro_rules! integers {
    ($($kind:ty: $expected:literal),*) => {$(
        impl<'cx> FromArgument<'cx> for $kind {
            #[inline]
            fn from_argument(_cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
                if let Some(integer) = value.as_int32() {
                    return <$kind>::try_from(integer).map_err(|_| $expected);
                }
                let number = value.as_number().ok_or($expected)?;
                let integer = number as $kind;
                if f64::from(integer) == number { Ok(integer) } else { Err($expected) }
            }
        }
    )*};
}

integers!(u8: "an integer from 0 to 255", u16: "an integer from 0 to 65535", u32: "an integer from 0 to 4294967295", i32: "a 32-bit integer");

impl<'cx> FromArgument<'cx> for String {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        if value.kind(cx) != ValueKind::String {
            return Err("a string");
        }
        value.to_string(cx).map_err(|_| "a string")
    }
}

impl<'cx> FromArgument<'cx> for PathBuf {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let text = String::from_argument(cx, value)?;
        // A path that is not UTF-8 crosses as U+0000 and one character per byte.
        let bytes: Vec<u8> = match text.strip_prefix('\0') {
            Some(rest) => rest.chars().map(|character| character as u8).collect(),
            None => text.into_bytes(),
        };
        if bytes.contains(&0) {
            return Err("a path without null bytes");
        }
        Ok(PathBuf::from(OsString::from_vec(bytes)))
    }
}

impl<'cx> FromArgument<'cx> for &'cx [u8] {
    #[inline]
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        value.bytes(cx).ok_or("a typed array, DataView or ArrayBuffer")
    }
}

impl<'cx> FromArgument<'cx> for &'cx mut [u8] {
    #[inline]
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        value.bytes_mut(cx).ok_or("a typed array, DataView or ArrayBuffer")
    }
}

impl<'cx> FromArgument<'cx> for UnpinnedBytes<'cx> {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        value.unpinned_bytes(cx).ok_or("a typed array, DataView or ArrayBuffer")
    }
}

impl<'cx> FromArgument<'cx> for PinnedBytes {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        value.pin(cx).ok_or("a typed array, DataView or ArrayBuffer")
    }
}

impl<'cx> FromArgument<'cx> for Vec<String> {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let expected = "an array of strings";
        let length = value.get(cx, "length").ok().and_then(Value::as_int32).ok_or(expected)?;
        (0..length as u32)
            .map(|index| {
                value.get_index(cx, index).map_err(|_| expected).and_then(|item| String::from_argument(cx, item))
            })
            .collect()
    }
}

impl<'cx, T: FromArgument<'cx>> FromArgument<'cx> for Option<T> {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        if value.is_nullish() { Ok(None) } else { T::from_argument(cx, value).map(Some) }
    }
}

/// What a native function can return.
pub trait IntoValue<'cx> {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>>;
}

macro_rules! into_value {
    ($($kind:ty: |$cx:ident, $value:ident| $make:expr;)*) => {$(
        impl<'cx> IntoValue<'cx> for $kind {
            #[inline]
            fn into_value(self, $cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
                let $value = self;
                $make
            }
        }
    )*};
}

into_value! {
    (): |_cx, _value| Ok(Value::undefined());
    bool: |_cx, value| Ok(Value::boolean(value));
    u8: |_cx, value| Ok(Value::int32(i32::from(value)));
    u16: |_cx, value| Ok(Value::int32(i32::from(value)));
    u32: |_cx, value| Ok(Value::uint32(value));
    i32: |_cx, value| Ok(Value::int32(value));
    f64: |_cx, value| Ok(Value::number(value));
    String: |cx, value| Ok(cx.string(&value));
    Vec<u8>: |cx, value| cx.uint8_array(value);
    PathBuf: |cx, value| Ok(cx.string(&value.to_string_lossy()));
    Text: |cx, value| Ok(match value {
        Text::Utf8(text) => cx.string(&text),
        Text::Latin1(bytes) => cx.latin1_string(&bytes),
        Text::Utf16(units) => cx.utf16_string(&units),
    });
}

impl<'cx> IntoValue<'cx> for Value<'cx> {
    #[inline]
    fn into_value(self, _cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        Ok(self)
    }
}

impl<'cx, T: IntoValue<'cx>> IntoValue<'cx> for Option<T> {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        match self {
            Some(value) => value.into_value(cx),
            None => Ok(Value::null()),
        }
    }
}

/// Types whose vectors become JavaScript arrays (bytes do not: they become a Uint8Array).
pub trait ArrayItem {}
impl ArrayItem for String {}

impl<'cx, T: ArrayItem + IntoValue<'cx>> IntoValue<'cx> for Vec<T> {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        cx.array_from(self.into_iter().map(|item| item.into_value(cx)))
    }
}

/// Ends a direct op.
#[inline]
pub fn finish<'cx, T: IntoValue<'cx>, E: IntoThrown<'cx>>(
    cx: Context<'cx>,
    outcome: Result<T, E>,
) -> Result<Value<'cx>, Value<'cx>> {
    match outcome {
        Ok(value) => value.into_value(cx),
        Err(error) => Err(error.into_thrown(cx)),
    }
}

/// Makes the result of an asynchronous op on the thread of its realm.
pub type Finish = Box<dyn for<'cx> FnOnce(Context<'cx>) -> Result<Value<'cx>, Value<'cx>> + Send>;

/// Packs the outcome of an asynchronous op; `release` runs on the thread of its realm.
pub fn finish_later<T: for<'cx> IntoValue<'cx> + Send + 'static>(
    outcome: Result<T, OpError>,
    release: impl FnOnce() + Send + 'static,
) -> Finish {
    Box::new(move |cx| {
        release();
        finish(cx, outcome)
    })
}

/// Runs `job` on the thread pool. Returns the number of the request, which `Hook::Complete` gets with the outcome.
pub fn start<'cx>(_cx: Context<'cx>, job: impl FnOnce() -> Finish + Send + 'static) -> Result<Value<'cx>, Value<'cx>> {
    let realm = Realm::current();
    let request = new_request(&realm);
    let remote = realm.remote();
    realm.pool_jobs.set(realm.pool_jobs.get() + 1);
    let checked = permission::take();
    let run = move || -> Message {
        if permission::is_active() {
            permission::set(checked);
        }
        let begun = job_times::begin();
        let finish = job();
        let times = job_times::end(begun);
        Box::new(move |realm| {
            job_times::deliver(times);
            complete_job(realm, request, finish);
        })
    };
    let failed = move |panic: String| -> Message {
        let finish: Finish =
            Box::new(move |cx| Err(cx.error(&format!("panic in a native function: {panic} (this is a bug in Brio)"))));
        Box::new(move |realm| complete_job(realm, request, finish))
    };
    if realm.has_own_directory.get() {
        ThreadPool::run_apart(Box::new(run), failed, remote.into_sender());
    } else {
        ThreadPool::shared().spawn_guarded(Box::new(run), failed, remote.into_sender());
    }
    Ok(Value::uint32(request))
}

/// Takes the outcome of an op that was done on the thread of its realm; its completion is a task of the next turn's poll.
pub fn done_at_once<'cx, T: for<'any> IntoValue<'any> + 'static>(
    outcome: Result<T, OpError>,
) -> Result<Value<'cx>, Value<'cx>> {
    let realm = Realm::current();
    let request = new_request(&realm);
    realm.done_at_once(move |realm| complete_with(realm, request, |cx| finish(cx, outcome)));
    Ok(Value::uint32(request))
}

/// Ends an asynchronous op that is not permitted: its request fails with `error`, as a task of the next turn's poll.
#[cold]
#[inline(never)]
pub fn refuse<'cx>(cx: Context<'cx>, error: Value<'cx>) -> Result<Value<'cx>, Value<'cx>> {
    let realm = Realm::current();
    let request = new_request(&realm);
    let error = error.root(cx);
    realm.done_at_once(move |realm| complete_with(realm, request, |cx| Err(error.get(cx))));
    Ok(Value::uint32(request))
}

fn complete_job(realm: &Realm, request: u32, finish: Finish) {
    realm.pool_jobs.set(realm.pool_jobs.get().saturating_sub(1));
    complete(realm, request, finish);
}

/// Takes the number for a request that some other part of the host completes with [`complete`]. Keeps the loop alive.
pub fn new_request(realm: &Realm) -> u32 {
    let request = realm.next_request.get();
    realm.next_request.set(request.wrapping_add(1).max(1));
    realm.pending_ops.set(realm.pending_ops.get() + 1);
    request
}

/// Completes a request as a task of its own.
pub fn complete(realm: &Realm, request: u32, finish: Finish) {
    complete_with(realm, request, finish);
}

fn complete_with(
    realm: &Realm,
    request: u32,
    finish: impl for<'cx> FnOnce(Context<'cx>) -> Result<Value<'cx>, Value<'cx>>,
) {
    realm.pending_ops.set(realm.pending_ops.get().saturating_sub(1));
    let cx = realm.context();
    let Some(function) = realm.hook(cx, Hook::Complete) else {
        // The realm ends: only what the job borrowed goes back.
        let _ = cx.locked(|| finish(cx).map(|_| ()));
        return;
    };
    realm.enter(|cx| {
        let (error, value) = match finish(cx) {
            Ok(value) => (Value::undefined(), value),
            Err(error) => (error, Value::undefined()),
        };
        function.call(cx, &[Value::uint32(request), error, value])
    });
}

/// Lets go of pinned bytes on the thread of their realm.
pub trait Release {
    fn release(self);
}

impl Release for PinnedBytes {
    fn release(self) {
        PinnedBytes::release(self);
    }
}

impl Release for Option<PinnedBytes> {
    fn release(self) {
        if let Some(bytes) = self {
            PinnedBytes::release(bytes);
        }
    }
}

thread_local! {
    static DROP_AT_END: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
}

/// Registers what drops a host's roots when the realm of this thread ends.
pub fn drop_at_end(work: impl FnOnce() + 'static) {
    DROP_AT_END.with_borrow_mut(|list| list.push(Box::new(work)));
}

pub(crate) fn drop_thread_roots() {
    let list = DROP_AT_END.take();
    list.into_iter().for_each(|work| work());
}

/// Numbers for what a thread stores for JavaScript. Each thread has a range of its own, because a collector may still name
/// something of the thread that had the VM before.
#[derive(Debug)]
pub struct Numbers(Cell<u32>);

/// Where the next range of numbers begins.
pub(crate) fn new_range() -> u32 {
    const RANGE: u32 = 1 << 22;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(RANGE, Ordering::Relaxed)
}

impl Default for Numbers {
    fn default() -> Self {
        Self(Cell::new(new_range()))
    }
}

impl Numbers {
    /// A number that is not 0 and that `is_taken` does not know.
    pub fn next(&self, is_taken: impl Fn(u32) -> bool) -> u32 {
        loop {
            self.0.set(self.0.get().wrapping_add(1));
            let number = self.0.get();
            if number != 0 && !is_taken(number) {
                return number;
            }
        }
    }
}

/// Stores a value for a host until the realm of this thread ends or the host replaces it.
#[derive(Default)]
pub struct Slot(Rc<RefCell<Option<Root>>>);

impl Slot {
    /// Stores `value`.
    pub fn set<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) {
        self.set_root(value.root(cx));
    }

    /// Stores the value of `root`, such as a handler.
    pub fn set_root(&self, root: Root) {
        let is_first = self.0.borrow_mut().replace(root).is_none();
        if is_first {
            let slot = Rc::downgrade(&self.0);
            drop_at_end(move || drop(slot.upgrade().map(|slot| slot.take())));
        }
    }

    /// The stored value.
    pub fn get<'cx>(&self, cx: Context<'cx>) -> Option<Value<'cx>> {
        self.0.borrow().as_ref().map(|root| root.get(cx))
    }

    /// Drops the value.
    pub fn clear(&self) {
        *self.0.borrow_mut() = None;
    }
}
