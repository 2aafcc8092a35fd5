const koffi = require("koffi");
const lib = koffi.load("libc.so.6");
const printf = lib.func("int snprintf(_Out_ uint8_t *buf, size_t n, const char *fmt, ...)");
const b = Buffer.alloc(64);
console.log(printf(b, 64, "%d %s %.2f", "int", 3, "str", "abc", "double", 1.5), b.toString("latin1", 0, 14));
const qs = lib.func("void qsort(_Inout_ void *a, size_t n, size_t s, void *cb)");
const Cmp = koffi.proto("int Cmp(const void *a, const void *b)");
const q2 = lib.func("qsort", "void", [koffi.inout("int *"), "size_t", "size_t", koffi.pointer(Cmp)]);
const arr = [5, 3, 9, 1];
q2(arr, 4, 4, (x, y) => koffi.decode(x, "int") - koffi.decode(y, "int"));
console.log(arr);
const T = koffi.struct("TV", { sec: "long", usec: "long" });
const gt = lib.func("int gettimeofday(_Out_ TV *tv, void *tz)");
const tv = {};
console.log(gt(tv, null), Object.keys(tv), typeof tv.sec);
const usleep = lib.func("int usleep(uint)");
usleep.async(100, (e, r) => console.log(e, r));
try {
  lib.func("void nope()");
} catch (e) {
  console.log(e.name, e.message);
}
