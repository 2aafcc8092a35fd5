// native:password. Password hashes. Implemented by host/password. `algorithm`: 0 argon2id, 1 argon2i, 2 argon2d, 3
// bcrypt. `cost`: bcrypt's logarithm of rounds, or argon2's memory in KiB; `timeCost`: argon2's passes. Both were
// checked by the caller.
import type { Bytes, u32, u8 } from "./types.ts";

/** The hash of `password` with a new salt, as PHC string (argon2) or crypt string (bcrypt). */
export declare function hash(password: Bytes, algorithm: u8, cost: u32, timeCost: u32): Promise<string>;

/** As `hash`, on this thread. */
export declare function hashSync(password: Bytes, algorithm: u8, cost: u32, timeCost: u32): string;

/** Whether `password` matches the hash: 0 no, 1 yes, 2 unknown algorithm, 3 malformed hash, 4 cost out of bounds. */
export declare function verify(password: Bytes, hash: Bytes, algorithm: u8): Promise<u8>;

/** As `verify`, on this thread. */
export declare function verifySync(password: Bytes, hash: Bytes, algorithm: u8): u8;
