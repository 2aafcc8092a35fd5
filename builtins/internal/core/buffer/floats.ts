// Reading and writing 32- and 64-bit floating point numbers, through one small array that is seen as bytes and as numbers.
// The supported machines are little endian.
import { checkOffset } from "internal:core/buffer/bounds";

type Bytes = Uint8Array;
const float32 = new Float32Array(1);
const float32Bytes = new Uint8Array(float32.buffer);
const float64 = new Float64Array(1);
const float64Bytes = new Uint8Array(float64.buffer);

function read(bytes: Bytes, offset: any, scratch: Bytes, size: number, littleEndian: boolean): void {
  checkOffset(bytes, offset, size);
  for (let index = 0; index < size; index++) scratch[littleEndian ? index : size - 1 - index] = bytes[offset + index]!;
}

function write(bytes: Bytes, offset: any, scratch: Bytes, size: number, littleEndian: boolean): number {
  checkOffset(bytes, offset, size);
  for (let index = 0; index < size; index++) bytes[offset + index] = scratch[littleEndian ? index : size - 1 - index]!;
  return offset + size;
}

export const floats = {
  readFloatLE(this: Bytes, offset: any = 0): number {
    read(this, offset, float32Bytes, 4, true);
    return float32[0]!;
  },
  readFloatBE(this: Bytes, offset: any = 0): number {
    read(this, offset, float32Bytes, 4, false);
    return float32[0]!;
  },
  readDoubleLE(this: Bytes, offset: any = 0): number {
    read(this, offset, float64Bytes, 8, true);
    return float64[0]!;
  },
  readDoubleBE(this: Bytes, offset: any = 0): number {
    read(this, offset, float64Bytes, 8, false);
    return float64[0]!;
  },
  writeFloatLE(this: Bytes, value: any, offset: any = 0): number {
    float32[0] = +value;
    return write(this, offset, float32Bytes, 4, true);
  },
  writeFloatBE(this: Bytes, value: any, offset: any = 0): number {
    float32[0] = +value;
    return write(this, offset, float32Bytes, 4, false);
  },
  writeDoubleLE(this: Bytes, value: any, offset: any = 0): number {
    float64[0] = +value;
    return write(this, offset, float64Bytes, 8, true);
  },
  writeDoubleBE(this: Bytes, value: any, offset: any = 0): number {
    float64[0] = +value;
    return write(this, offset, float64Bytes, 8, false);
  },
};
