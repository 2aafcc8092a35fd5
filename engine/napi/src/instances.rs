//! What a realm does with the objects of addons' classes (`classes.rs`): constructs them, and checks the receivers of methods.

use crate::addons::Addons;
use crate::classes::{ClassNumber, ClassRole};
use crate::weaks::Watched;
use brio_jsc::{Context, Value, raw};

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
