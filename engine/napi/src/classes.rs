//! Which objects the constructors of addons' classes made. A method of such a class may only be called on one of them,
//! as V8's signatures demand: on another object the addon would take native data of one type for that of another.
//!
//! An object that its constructor wraps, as most do, has the class in the entry of its wrap; the others are here.

use crate::addons::Addons;
use crate::by_address::ByAddress;
use crate::weaks::{Watched, WeakIndex};
use brio_jsc::{Context, Value, raw};
use std::cell::{Cell, RefCell};

/// The number of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassNumber(u32);

/// What a native function is to a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassRole {
    #[default]
    None,
    Constructor(ClassNumber),
    /// A method that is not static.
    Method(ClassNumber),
}

/// The classes of one realm.
#[derive(Default)]
pub struct Classes {
    count: Cell<u32>,
    /// The objects whose constructors run, innermost last.
    under_construction: RefCell<Vec<(usize, ClassNumber)>>,
    instances: RefCell<ByAddress<(WeakIndex, ClassNumber)>>,
}

impl Classes {
    /// A number for a new class.
    pub fn add(&self) -> ClassNumber {
        self.count.set(self.count.get() + 1);
        ClassNumber(self.count.get())
    }

    /// The class whose constructor runs for the object of this address.
    pub fn constructing(&self, address: usize) -> Option<ClassNumber> {
        let running = self.under_construction.borrow();
        running.iter().rev().find(|(object, _)| *object == address).map(|(_, class)| *class)
    }

    /// Removes what is known of a collected object.
    pub fn forget(&self, address: usize) {
        self.instances.borrow_mut().remove(&address);
    }
}

impl Addons {
    /// Runs the constructor of a class for a new object.
    pub fn construct<'cx, R>(
        &self,
        cx: Context<'cx>,
        object: Value<'cx>,
        role: ClassRole,
        constructor: impl FnOnce() -> R,
    ) -> R {
        let ClassRole::Constructor(class) = role else { return constructor() };
        let address = raw::bits(object) as usize;
        self.classes().under_construction.borrow_mut().push((address, class));
        let result = constructor();
        self.classes().under_construction.borrow_mut().pop();
        if self.class_of_wrap(address) != Some(class) {
            self.add_instance(cx, object, class);
        }
        result
    }

    /// Whether a method may be called on a receiver.
    #[inline]
    pub fn accepts(&self, role: ClassRole, receiver: Value<'_>) -> bool {
        let ClassRole::Method(class) = role else { return true };
        let address = raw::bits(receiver) as usize;
        self.class_of_wrap(address) == Some(class) || self.is_instance(address, class)
    }

    fn is_instance(&self, address: usize, class: ClassNumber) -> bool {
        let found = self.classes().instances.borrow().get(&address).is_some_and(|(_, of)| *of == class);
        found || self.classes().constructing(address) == Some(class)
    }

    /// Records an object of a class that has no wrap by its constructor.
    pub fn add_instance<'cx>(&self, cx: Context<'cx>, object: Value<'cx>, class: ClassNumber) {
        let address = raw::bits(object) as usize;
        let Some(weak) = self.weaks().add(cx, object, Watched::Instance(address)) else { return };
        // A collected object had the same address.
        let stale = self.classes().instances.borrow_mut().insert(address, (weak, class));
        if let Some((stale, _)) = stale {
            self.weaks().remove(stale);
        }
    }
}
