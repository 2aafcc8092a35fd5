//! What the addons of one realm share: values that native code holds, native functions by address, wrapped objects, the
//! helpers in JavaScript, and the environments.

use crate::by_address::ByAddress;
use crate::classes::{ClassNumber, ClassRole, Classes};
use crate::destructors;
use crate::env::Env;
use crate::external_memory::ExternalMemory;
use crate::finalizers::{FinalizerQueue, QueuedWork};
use crate::names::Names;
use crate::references::{Finalizer, RefHandle};
use crate::types::{Callback, EnvPointer, TypeTag};
use crate::uv::UvLoop;
use crate::weaks::{Watched, WeakIndex, Weaks};
use brio_jsc::{Context, MarkedValues, Root, Value, raw};
use brio_realm::{Realm, Remote};
use std::cell::{Cell, RefCell, RefMut};
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;

/// What JavaScript does for Node-API because the engine's C API has no function for it. Each is a function of
/// `internal:node/addons/javascript_functions`, where its arguments are described.
pub struct Helpers {
    pub property_keys: Root,
    pub freeze: Root,
    pub seal: Root,
    pub symbol_for: Root,
    pub date_value: Root,
    pub big_int_from_hex: Root,
    pub big_int_to_hex: Root,
    pub detach: Root,
    pub is_detached: Root,
    pub make_view: Root,
    pub view_info: Root,
    pub make_array_buffer: Root,
    pub make_shared_buffer: Root,
    pub is_shared_buffer: Root,
    pub is_registered_symbol: Root,
    pub buffer_over: Root,
    pub as_buffer: Root,
    pub define_property: Root,
    pub define_constructor: Root,
    pub construct_this: Root,
    pub apply: Root,
    pub has_own: Root,
    pub get_prototype: Root,
    pub set_prototype: Root,
    pub to_number: Root,
    pub make_error: Root,
    pub instance_of: Root,
    pub async_init: Root,
    pub async_destroy: Root,
    pub make_callback: Root,
    pub open_callback_scope: Root,
    pub close_callback_scope: Root,
    pub fatal_exception: Root,
    pub run_task: Root,
}

/// A native function of an addon.
#[derive(Clone, Copy)]
pub struct NativeFunction {
    pub callback: Callback,
    pub data: *mut c_void,
    pub env: EnvPointer,
    pub role: ClassRole,
    weak: Option<WeakIndex>,
}

/// The wrap of an object.
#[derive(Clone, Copy)]
struct Wrap {
    env: EnvPointer,
    reference: RefHandle,
    /// The class whose constructor made the wrap.
    class: Option<ClassNumber>,
}

/// The addons of one realm.
pub struct Addons {
    marked: *const MarkedValues,
    realm: Rc<Realm>,
    remote: Remote,
    functions: RefCell<ByAddress<NativeFunction>>,
    /// By the address of the object: an entry ends with its reference.
    wraps: RefCell<ByAddress<Wrap>>,
    classes: Classes,
    tags: RefCell<ByAddress<(WeakIndex, TypeTag)>>,
    weaks: RefCell<Weaks>,
    helpers: RefCell<Option<Rc<Helpers>>>,
    #[expect(clippy::vec_box, reason = "addons have the addresses")]
    envs: RefCell<Vec<Box<Env>>>,
    collections_seen: Cell<u32>,
    collects_again: Cell<bool>,
    finalizers: FinalizerQueue,
    external_memory: ExternalMemory,
    tasks: RefCell<HashMap<u32, Task>>,
    next_task: Cell<u32>,
    names: Names,
    uv: UvLoop,
    is_closing: Cell<bool>,
    is_in_last_task: Cell<bool>,
    external_bytes: Cell<Option<i64>>,
}

/// Work that runs as a task of the loop, inside of an asynchronous context.
pub type Task = Box<dyn FnOnce()>;

thread_local! {
    static CURRENT: Cell<*const Addons> = const { Cell::new(ptr::null()) };
    static OWNER: RefCell<Option<Rc<Addons>>> = const { RefCell::new(None) };
}

impl Addons {
    /// The addons of this thread's realm, once [`Addons::set_up`] was called.
    #[inline]
    pub fn current<'a>() -> Option<&'a Addons> {
        let current = CURRENT.get();
        // SAFETY: `OWNER` keeps it until `tear_down`, which runs when no native function does.
        (!current.is_null()).then(|| unsafe { &*current })
    }

    /// Prepares this thread for addons.
    pub fn set_up(cx: Context<'_>, helpers: Helpers) {
        let realm = Realm::current();
        let addons = Rc::new(Addons {
            marked: cx.marked_values(),
            realm: realm.clone(),
            remote: realm.remote(),
            functions: RefCell::default(),
            wraps: RefCell::default(),
            classes: Classes::default(),
            tags: RefCell::default(),
            weaks: RefCell::default(),
            helpers: RefCell::new(Some(Rc::new(helpers))),
            envs: RefCell::default(),
            collections_seen: Cell::new(0),
            collects_again: Cell::new(false),
            finalizers: FinalizerQueue::default(),
            external_memory: ExternalMemory::default(),
            tasks: RefCell::default(),
            next_task: Cell::new(1),
            names: Names::default(),
            uv: UvLoop::default(),
            is_closing: Cell::new(false),
            is_in_last_task: Cell::new(false),
            external_bytes: Cell::new(None),
        });
        CURRENT.set(Rc::as_ptr(&addons));
        destructors::realm_begins();
        OWNER.set(Some(addons));
        realm.at_collection_end(|_| {
            if let Some(addons) = Addons::current() {
                addons.finish_collection();
            }
        });
        realm.at_turn_end(|_| {
            if let Some(addons) = Addons::current() {
                addons.after_turn();
            }
        });
    }

    #[inline]
    pub fn marked(&self) -> &MarkedValues {
        // SAFETY: lives as long as the virtual machine, which outlives its realm's addons.
        unsafe { &*self.marked }
    }

    pub fn weaks(&self) -> RefMut<'_, Weaks> {
        self.weaks.borrow_mut()
    }

    #[inline]
    pub fn realm(&self) -> &Rc<Realm> {
        &self.realm
    }

    pub fn remote(&self) -> &Remote {
        &self.remote
    }

    pub fn names(&self) -> &Names {
        &self.names
    }

    pub fn uv(&self) -> &UvLoop {
        &self.uv
    }

    pub fn helpers(&self) -> Option<Rc<Helpers>> {
        self.helpers.borrow().clone()
    }

    pub fn is_closing(&self) -> bool {
        self.is_closing.get()
    }

    /// Whether a task of a realm that was stopped runs. An exception that it throws would have nowhere to go.
    pub fn is_in_last_task(&self) -> bool {
        self.is_in_last_task.get()
    }

    /// Adds to the memory that addons hold for JavaScript. Returns the sum; it begins with what the engine itself has
    /// outside of its heap.
    pub fn adjust_external_bytes(&self, cx: Context<'_>, change: i64) -> i64 {
        let before = self.external_bytes.get().unwrap_or_else(|| cx.heap_sizes().extra_bytes as i64);
        let bytes = before.saturating_add(change);
        self.external_bytes.set(Some(bytes));
        bytes
    }

    /// Adds an environment. It lives until the realm ends.
    pub fn add_env(&self, make: impl FnOnce(u32) -> Env) -> &Env {
        let number = self.envs.borrow().len() as u32;
        let env = Box::new(make(number));
        let pointer: *const Env = &*env;
        self.envs.borrow_mut().push(env);
        // SAFETY: the box is dropped only with these addons.
        unsafe { &*pointer }
    }

    /// Registers a native function under the address of its object.
    pub fn add_function(&self, env: &Env, function: Value<'_>, callback: Callback, data: *mut c_void, role: ClassRole) {
        let address = raw::bits(function) as usize;
        let weak = self.weaks().add(env.cx(), function, Watched::Function(address));
        let native = NativeFunction { callback, data, env: EnvPointer::new(env), role, weak };
        let replaced = self.functions.borrow_mut().insert(address, native);
        // A function that was collected had the same address.
        if let Some(weak) = replaced.and_then(|native| native.weak) {
            self.weaks().remove(weak);
        }
    }

    /// The native function whose object has the address. Only for one that is alive.
    #[inline]
    pub fn function_at(&self, address: usize) -> Option<NativeFunction> {
        self.functions.borrow().get(&address).copied()
    }

    /// The reference that wraps an object; or that wrapped one which was collected, and had the same address.
    #[inline]
    pub fn wrap_of(&self, object: Value<'_>) -> Option<(EnvPointer, RefHandle)> {
        let wrap = *self.wraps.borrow().get(&(raw::bits(object) as usize))?;
        Some((wrap.env, wrap.reference))
    }

    /// Registers the reference that wraps an object.
    pub fn set_wrap(&self, object: Value<'_>, env: &Env, reference: RefHandle) {
        let address = raw::bits(object) as usize;
        let class = self.classes.constructing(address);
        let wrap = Wrap { env: env.pointer(), reference, class };
        self.wraps.borrow_mut().insert(address, wrap);
    }

    /// Ends the entry of a reference that wraps the object of this address, if it is still that of the address. Returns
    /// the class whose constructor made the wrap.
    pub fn end_wrap(&self, address: usize, env: &Env, reference: RefHandle) -> Option<ClassNumber> {
        let mut wraps = self.wraps.borrow_mut();
        wraps.get(&address).filter(|wrap| wrap.env == env.pointer() && wrap.reference == reference)?;
        wraps.remove(&address)?.class
    }

    /// The class whose constructor wrapped the object of this address.
    #[inline]
    pub fn class_of_wrap(&self, address: usize) -> Option<ClassNumber> {
        self.wraps.borrow().get(&address)?.class
    }

    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The type tag of an object.
    pub fn tag_of(&self, cx: Context<'_>, object: Value<'_>) -> Option<TypeTag> {
        let (weak, tag) = *self.tags.borrow().get(&(raw::bits(object) as usize))?;
        // The tag may be that of a collected object that had the same address.
        self.weaks.borrow().get(cx, weak).is_some().then_some(tag)
    }

    pub fn set_tag<'cx>(&self, cx: Context<'cx>, object: Value<'cx>, tag: TypeTag) {
        let address = raw::bits(object) as usize;
        let Some(weak) = self.weaks().add(cx, object, Watched::Tagged(address)) else { return };
        let stale = self.tags.borrow_mut().insert(address, (weak, tag));
        if let Some((stale, _)) = stale {
            self.weaks().remove(stale);
        }
    }

    /// Queues a finalizer that the addon posted, for the end of the turn.
    pub fn queue_posted(&self, env: &Env, finalizer: Finalizer) {
        self.finalizers.push(env, QueuedWork::Posted(finalizer));
        // The loop makes another turn for it.
        self.remote.post(|_| {});
    }

    pub fn external_memory(&self) -> &ExternalMemory {
        &self.external_memory
    }

    /// JavaScript does not use the memory any more: queues its finalizer.
    pub fn release_external_memory(&self, number: u64) {
        if let Some((env, finalizer)) = self.external_memory.remove(number)
            && let Some(env) = env.get()
        {
            self.finalizers.push(env, QueuedWork::Memory(finalizer));
        }
    }

    /// Queues the finalizers of all memory of an environment, which ends.
    pub fn release_memory_of(&self, env: &Env) {
        self.external_memory.of(env).into_iter().for_each(|number| self.release_external_memory(number));
    }

    /// Finds objects that were collected, and queues their finalizers.
    pub fn sweep(&self, whole: bool) {
        let gone = self.weaks().sweep(whole);
        for watched in gone {
            match watched {
                Watched::Function(address) => {
                    self.functions.borrow_mut().remove(&address);
                }
                Watched::Tagged(address) => {
                    self.tags.borrow_mut().remove(&address);
                }
                Watched::Instance(address) => self.classes.forget(address),
                Watched::Reference { env, reference } => self.reference_is_gone(env, RefHandle::from_bits(reference)),
            }
        }
    }

    fn reference_is_gone(&self, env: u32, reference: RefHandle) {
        let envs = self.envs.borrow();
        let Some(env) = envs.get(env as usize) else { return };
        if env.note_gone(reference) {
            self.finalizers.push(env, QueuedWork::Reference(reference));
        }
    }

    /// After a collection that the program requested: runs the finalizers that may run now. What the stack still seemed to
    /// reference is collected at the end of the turn, when the stack is empty; the loop makes that turn.
    pub fn finish_collection(&self) {
        self.sweep(true);
        self.run_immediate_finalizers();
        if !self.collects_again.replace(true) {
            self.realm.retain();
        }
    }

    fn after_turn(&self) {
        if self.realm.is_between_tasks() && self.collects_again.take() {
            self.realm.release();
            self.realm.context().collect_garbage();
            self.sweep(true);
        }
        let collections = self.marked().collections();
        if self.collections_seen.replace(collections) != collections {
            self.sweep(false);
        }
        if self.finalizers.is_empty() {
            return;
        }
        if self.realm.is_between_tasks() {
            self.realm.enter(|_| {
                self.run_finalizers();
                Ok(())
            });
        }
    }

    /// Runs the queued finalizers of addons whose finalizers may run at any time; the others wait for the end of the turn.
    pub fn run_immediate_finalizers(&self) {
        self.finalizers.run_immediate();
    }

    /// Runs the queued finalizers, and those that they queue.
    pub fn run_finalizers(&self) {
        self.finalizers.run();
    }

    /// Stores a task, for [`Addons::run_task`]. Returns its number.
    pub fn add_task(&self, task: Task) -> u32 {
        let number = self.next_task.get();
        self.next_task.set(number.wrapping_add(1).max(1));
        self.tasks.borrow_mut().insert(number, task);
        number
    }

    /// Runs a stored task. Called by JavaScript, inside of the task's asynchronous context.
    pub fn run_task(&self, number: u32) {
        let task = self.tasks.borrow_mut().remove(&number);
        if let Some(task) = task {
            task();
        }
    }

    /// Enters JavaScript for a task, in the asynchronous context `context` (0 for none).
    ///
    /// In a realm that was stopped no JavaScript runs: the task is called all the same, so that the addon releases what
    /// it holds for it, as in Node.js. Functions that would run JavaScript fail.
    pub fn enter_task(&self, context: u32, task: Task) {
        if self.realm.is_stopping() {
            self.is_in_last_task.set(true);
            self.realm.context().locked(task);
            self.is_in_last_task.set(false);
            return;
        }
        let Some(helpers) = self.helpers() else { return };
        let number = self.add_task(task);
        let function = helpers.run_task.get(self.realm.context());
        self.realm.enter_call(function, &[Value::uint32(number), Value::uint32(context)], |_| ());
    }

    /// Runs turns of the loop for as long as asynchronous cleanup hooks are pending; not in a realm that was stopped,
    /// whose loop has ended.
    pub fn wait_while(&self, is_waiting: impl Fn() -> bool) {
        self.realm.retain();
        while is_waiting() && !self.realm.is_stopping() && self.realm.run_turn().is_ok() {}
        self.realm.release();
    }

    /// Ends all environments, the newest first: hooks, then finalizers.
    pub fn close(&self) {
        if self.is_closing.replace(true) {
            return;
        }
        let cx = self.realm.context();
        let envs: Vec<*const Env> = self.envs.borrow().iter().map(|env| ptr::from_ref(&**env)).collect();
        cx.locked(|| {
            for env in envs.iter().rev() {
                // SAFETY: the box lives until these addons are dropped.
                unsafe { &**env }.close();
            }
            self.run_finalizers();
        });
    }

    /// Ends the addons of this thread, with its realm.
    pub fn tear_down() {
        let Some(addons) = OWNER.take() else { return };
        addons.close();
        addons.uv.clear();
        CURRENT.set(ptr::null());
        addons.helpers.take();
        addons.tasks.take();
        addons.weaks.take();
        addons.names.clear();
        addons.marked().clear();
        // A job that did not end in time still passes its environment to the addon.
        let has_jobs = addons.realm.has_pool_jobs();
        destructors::realm_ends(has_jobs);
        if has_jobs {
            std::mem::forget(addons);
        }
    }
}
