// Inline slots of objects. The engine allocates an object with as many inline slots as its constructor assigns properties by name
// (`this.name =`), and at least six. Further properties (symbols, private names, what frameworks add) need separate storage, which is
// reallocated as it grows. A constructor that assigns in a branch that is never taken reserves inline slots for them.

/** Never true, which the engine does not know. An assignment to `this` in its branch reserves an inline slot. */
export const reservesSlots = false;
