// Reads and writes 32- and 64-bit floating-point numbers, through typed arrays over the same memory. The supported machines
// are little endian. Values and offsets have the types that Node documents and are checked.
import { checkOffset } from "internal:core/buffer/bounds";

type Bytes = Uint8Array;
const float32 = new Float32Array(1);
const float32Bytes = new Uint8Array(float32.buffer);
const float64 = new Float64Array(1);
const float64Bytes = new Uint8Array(float64.buffer);

function read(bytes: Bytes, offset: number, scratch: Bytes, size: number, littleEndian: boolean): void {
  checkOffset(bytes, offset, size);
  for (let index = 0; index < size; index++) scratch[littleEndian ? index : size - 1 - index] = bytes[offset + index]!;
}

function write(bytes: Bytes, offset: number, scratch: Bytes, size: number, littleEndian: boolean): number {
  checkOffset(bytes, offset, size);
  for (let index = 0; index < size; index++) bytes[offset + index] = scratch[littleEndian ? index : size - 1 - index]!;
  return offset + size;
}

export const floatMethods = {
  readFloatLE(this: Bytes, offset = 0): number {
    read(this, offset, float32Bytes, 4, true);
    return float32[0]!;
  },
  readFloatBE(this: Bytes, offset = 0): number {
    read(this, offset, float32Bytes, 4, false);
    return float32[0]!;
  },
  readDoubleLE(this: Bytes, offset = 0): number {
    read(this, offset, float64Bytes, 8, true);
    return float64[0]!;
  },
  readDoubleBE(this: Bytes, offset = 0): number {
    read(this, offset, float64Bytes, 8, false);
    return float64[0]!;
  },
  writeFloatLE(this: Bytes, value: number, offset = 0): number {
    float32[0] = +value;
    return write(this, offset, float32Bytes, 4, true);
  },
  writeFloatBE(this: Bytes, value: number, offset = 0): number {
    float32[0] = +value;
    return write(this, offset, float32Bytes, 4, false);
  },
  writeDoubleLE(this: Bytes, value: number, offset = 0): number {
    float64[0] = +value;
    return write(this, offset, float64Bytes, 8, true);
  },
  writeDoubleBE(this: Bytes, value: number, offset = 0): number {
    float64[0] = +value;
    return write(this, offset, float64Bytes, 8, false);
  },
};
