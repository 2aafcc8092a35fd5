const ref = require("ref-napi");

const buffer = Buffer.alloc(4);
buffer.writeInt32LE(1234);
const reference = ref.ref(buffer);
console.log(ref.deref(reference) === buffer, reference.length === ref.sizeof.pointer);
console.log(ref.isNull(ref.NULL), ref.endianness, ref.sizeof, ref.alignof);
const text = ref.allocCString("hello");
console.log(ref.readCString(text, 0), text.length);
const int64 = ref.alloc("int64", "-9223372036854775807");
console.log(int64.deref());
const pointer = Buffer.alloc(8);
pointer.writePointer(text);
console.log(pointer.readPointer(0, 6).toString("latin1", 0, 5));
try {
  ref.readCString(ref.NULL, 0);
} catch (error) {
  console.log(error.message);
}
