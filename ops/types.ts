// The value types that may cross the boundary between builtins and Rust. `./x codegen` rejects all others.

/** An integer that fits 8 unsigned bits. */
export type u8 = number;
/** An integer that fits 16 unsigned bits. */
export type u16 = number;
/** An integer that fits 32 unsigned bits. */
export type u32 = number;
/** An integer that fits 32 signed bits. */
export type i32 = number;
/** Any number. */
export type f64 = number;
/** A path of the file system; a NUL inside is rejected before the call. */
export type Path = string;
/** Bytes that Rust reads: a typed array, DataView or ArrayBuffer. As a result: a new Uint8Array. */
export type Bytes = Uint8Array;
/** Bytes that Rust writes into. */
export type BytesMut = Uint8Array;
/** 64-bit floating-point numbers whose bytes Rust reads. Arguments only. */
export type Numbers = Float64Array;
/** 64-bit floating-point numbers whose bytes Rust writes. */
export type NumbersMut = Float64Array;
/**
 * An engine value that crosses unchanged: in a builtin a `T`, in Rust a `Value`, which checks what it needs. Direct ops
 * only. A function of a contract always says which `T`.
 */
export type Any<T> = T;

/** Bits that are combined: `export declare const X: Flags<u8, { … }>`. Builtins are compiled with the numbers. */
export type Flags<Width extends number, Members extends Record<string, Width>> = Readonly<Members>;
/** Numbers of which one is used at a time: `export declare const X: Enum<u8, { … }>`. */
export type Enum<Width extends number, Members extends Record<string, Width>> = Readonly<Members>;
/** A combination of flags. */
export type FlagsOf<Constants> = Constants extends object ? number : never;
/** One value of an enum. */
export type EnumOf<Constants> = Constants[keyof Constants];
/** Functions that native code calls: `export interface X extends Handlers { … }`. */
export interface Handlers {}
/** Named arguments of a function: `export interface X extends Options { … }`. */
export interface Options {}
