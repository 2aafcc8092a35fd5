const quickbit = require("quickbit-native");

const field = Buffer.alloc(64);
console.log(quickbit.set(field, 100, true), quickbit.get(field, 100), quickbit.get(field, 101));
quickbit.fill(field, true, 200, 300);
console.log(
  quickbit.findFirst(field, true, 0),
  quickbit.findFirst(field, true, 101),
  quickbit.findLast(field, true, 511),
);
console.log(field.toString("hex"));
