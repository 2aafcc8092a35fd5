const { blake3, Blake3Hasher, blake2b, Blake2BHasher } = require("@napi-rs/blake-hash");
console.log(blake3("hello").toString("hex"), new Blake3Hasher().update("a").update(Buffer.from("b")).digest("hex"));
