//! The types of a function: what the program states as bytes (`FfiType` of the contract), prepared for libffi.

use crate::generated::ffi_ops::FfiType;
use libffi::middle::{Cif, Type};

/// The deepest structure of structures.
const DEPTH_MAX: usize = 32;
/// Arguments begin at multiples of this, which is the strictest alignment of all types.
const SLOT_BYTES: usize = 8;

/// A prepared signature.
#[derive(Debug)]
pub struct Signature {
    pub cif: Cif,
    /// Where each argument begins in the bytes of a call, and its length.
    pub arguments: Vec<(usize, usize)>,
    /// The length of all arguments.
    pub argument_bytes: usize,
    /// The length of the result; 0 for none.
    pub result_bytes: usize,
    /// The result is a number or a pointer, which libffi stores as a whole register.
    pub has_word_result: bool,
}

impl Signature {
    /// Reads a signature: the type of the result, and those of the parameters. None for an invalid one.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let has_word_result = !matches!(bytes.first().copied().and_then(FfiType::from_number), Some(FfiType::Struct));
        let result = read_type(&mut rest, 0)?;
        let mut parameters = Vec::new();
        while !rest.is_empty() {
            if rest[0] == FfiType::Void as u8 {
                return None;
            }
            parameters.push(read_type(&mut rest, 0)?);
        }
        let count = parameters.len();
        let cif = Cif::try_new(parameters, result).ok()?;
        let mut arguments = Vec::with_capacity(count);
        let mut argument_bytes = 0;
        for index in 0..count {
            let length = parameter_bytes(&cif, index);
            arguments.push((argument_bytes, length));
            argument_bytes += length.next_multiple_of(SLOT_BYTES);
        }
        let result_bytes = if bytes[0] == FfiType::Void as u8 { 0 } else { result_bytes(&cif) };
        Some(Self { cif, arguments, argument_bytes, result_bytes, has_word_result })
    }

    /// How many bytes the caller has for the result.
    pub fn result_capacity(&self) -> usize {
        self.result_bytes.next_multiple_of(SLOT_BYTES).max(SLOT_BYTES)
    }

    /// The offsets of the arguments, four bytes each.
    pub fn offsets(&self) -> Vec<u8> {
        self.arguments.iter().flat_map(|(offset, _)| (*offset as u32).to_le_bytes()).collect()
    }
}

fn read_type(rest: &mut &[u8], depth: usize) -> Option<Type> {
    let (&number, after) = rest.split_first()?;
    *rest = after;
    Some(match FfiType::from_number(number)? {
        FfiType::Void => Type::void(),
        FfiType::I8 => Type::i8(),
        FfiType::U8 => Type::u8(),
        FfiType::I16 => Type::i16(),
        FfiType::U16 => Type::u16(),
        FfiType::I32 => Type::i32(),
        FfiType::U32 => Type::u32(),
        FfiType::I64 => Type::i64(),
        FfiType::U64 => Type::u64(),
        FfiType::F32 => Type::f32(),
        FfiType::F64 => Type::f64(),
        FfiType::Pointer => Type::pointer(),
        FfiType::Struct => {
            let (&count, after) = rest.split_first()?;
            *rest = after;
            if count == 0 || depth == DEPTH_MAX {
                return None;
            }
            let fields: Option<Vec<Type>> = (0..count).map(|_| read_type(rest, depth + 1)).collect();
            Type::structure(fields?)
        }
    })
}

fn parameter_bytes(cif: &Cif, index: usize) -> usize {
    // SAFETY: a prepared interface, which lives as long as `cif`.
    let interface = unsafe { &*cif.as_raw_ptr() };
    // SAFETY: it has as many types as parameters.
    let place = unsafe { interface.arg_types.add(index) };
    // SAFETY: as above.
    let kind = unsafe { *place };
    // SAFETY: a type of the interface; preparing it computed its size.
    unsafe { (*kind).size }
}

fn result_bytes(cif: &Cif) -> usize {
    // SAFETY: a prepared interface, which lives as long as `cif`.
    let interface = unsafe { &*cif.as_raw_ptr() };
    // SAFETY: it has the type of its result; preparing it computed its size.
    unsafe { (*interface.rtype).size }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: u8 = FfiType::I32 as u8;
    const DOUBLE: u8 = FfiType::F64 as u8;
    const STRUCT: u8 = FfiType::Struct as u8;

    #[test]
    fn arguments_have_slots_of_eight_bytes() {
        let signature = Signature::read(&[FfiType::Void as u8, INT, STRUCT, 3, DOUBLE, INT, INT, DOUBLE]).unwrap();
        assert_eq!(signature.arguments, [(0, 4), (8, 16), (24, 8)]);
        assert_eq!((signature.argument_bytes, signature.result_bytes, signature.result_capacity()), (32, 0, 8));
        let padded = Signature::read(&[STRUCT, 2, DOUBLE, INT]).unwrap();
        assert_eq!((padded.result_bytes, padded.has_word_result), (16, false));
    }

    #[test]
    fn what_is_no_signature_is_refused() {
        for bytes in [&[][..], &[99], &[INT, FfiType::Void as u8], &[STRUCT], &[STRUCT, 0], &[INT, STRUCT, 2, INT]] {
            assert!(Signature::read(bytes).is_none(), "{bytes:?}");
        }
        let deep: Vec<u8> = std::iter::repeat_n([STRUCT, 1], 100).flatten().chain([INT]).collect();
        assert!(Signature::read(&deep).is_none());
    }
}
