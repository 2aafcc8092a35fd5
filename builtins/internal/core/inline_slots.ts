// Room in objects. The engine gives an object places for as many properties as its constructor assigns in plain words (`this.name =`),
// and six at least; for what comes on top, such as symbols, private names and what frameworks add, it makes a store beside the object,
// again and again a larger one. A constructor that assigns in a branch which is never taken makes the object itself larger.

/** Never true; the engine does not know. */
export const never = false;
