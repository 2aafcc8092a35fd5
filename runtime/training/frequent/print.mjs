// What programs that only print use.
console.log("a", { b: [1] }, 2);
console.error("c");
