const jpeg = require("@julusian/jpeg-turbo");

const pixels = Buffer.alloc(16 * 16 * 3, 128);
const options = { format: jpeg.FORMAT_RGB, width: 16, height: 16, quality: 90 };
const encoded = jpeg.compressSync(pixels, options);
console.log(encoded.length, encoded.subarray(0, 4));
const decoded = jpeg.decompressSync(encoded, { format: jpeg.FORMAT_RGB });
console.log(decoded.width, decoded.height, decoded.size, decoded.data.subarray(0, 6));
jpeg.compress(pixels, options).then((other) => console.log(other.equals(encoded)));
