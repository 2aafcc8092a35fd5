const s = require("sodium-native");
const k = Buffer.alloc(s.crypto_secretbox_KEYBYTES, 1),
  n = Buffer.alloc(s.crypto_secretbox_NONCEBYTES, 2),
  m = Buffer.from("hi"),
  c = Buffer.alloc(m.length + s.crypto_secretbox_MACBYTES);
s.crypto_secretbox_easy(c, m, n, k);
console.log(c.toString("hex"));
const o = Buffer.alloc(m.length);
console.log(s.crypto_secretbox_open_easy(o, c, n, k), o.toString());
const h = Buffer.alloc(s.crypto_pwhash_STRBYTES);
s.crypto_pwhash_str_async(h, Buffer.from("p"), s.crypto_pwhash_OPSLIMIT_MIN, s.crypto_pwhash_MEMLIMIT_MIN, (e) =>
  console.log(e, h.toString().slice(0, 9)),
);
const sec = s.sodium_malloc(8);
console.log(sec.secure, sec.length);
