//! Which objects the constructors of addons' classes made. A method of such a class may only be called on one of them,
//! as V8's signatures demand: on another object the addon would take native data of one type for that of another.
//!
//! An object that its constructor wraps, as most do, has the class in the entry of its wrap; the others are here.

use crate::by_address::ByAddress;
use crate::weaks::WeakIndex;
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
    pub under_construction: RefCell<Vec<(usize, ClassNumber)>>,
    pub instances: RefCell<ByAddress<(WeakIndex, ClassNumber)>>,
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
