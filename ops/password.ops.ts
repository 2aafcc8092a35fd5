// native:password. Password hashes. Implemented by host/password. `cost`: bcrypt's logarithm of rounds, or
// argon2's memory in KiB; `timeCost`: argon2's passes. Both were checked by the caller.
import type { Bytes, Enum, EnumOf, u32, u8 } from "./types.ts";

/** How a password is hashed. */
export declare const PasswordAlgorithm: Enum<u8, { ARGON2ID: 0; ARGON2I: 1; ARGON2D: 2; BCRYPT: 3 }>;
export type PasswordAlgorithm = EnumOf<typeof PasswordAlgorithm>;

/** Whether a password has a hash. */
export declare const PasswordVerdict: Enum<
  u8,
  {
    DIFFERENT: 0;
    EQUAL: 1;
    UNKNOWN_ALGORITHM: 2;
    /** The hash is malformed. */
    INVALID_ENCODING: 3;
    /** Its costs are out of bounds. */
    WEAK_PARAMETERS: 4;
  }
>;
export type PasswordVerdict = EnumOf<typeof PasswordVerdict>;

/** The hash of `password` with a new salt, as PHC string (argon2) or crypt string (bcrypt). */
export declare function hash(password: Bytes, algorithm: PasswordAlgorithm, cost: u32, timeCost: u32): Promise<string>;

/** As `hash`, on this thread. */
export declare function hashSync(password: Bytes, algorithm: PasswordAlgorithm, cost: u32, timeCost: u32): string;

/** Whether `password` matches the hash. */
export declare function verify(password: Bytes, hash: Bytes, algorithm: PasswordAlgorithm): Promise<PasswordVerdict>;

/** As `verify`, on this thread. */
export declare function verifySync(password: Bytes, hash: Bytes, algorithm: PasswordAlgorithm): PasswordVerdict;
