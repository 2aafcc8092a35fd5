//! Zstandard (RFC 8878): compression and decompression.

use crate::{Failure, Step};
use std::sync::Mutex;
use zstd_safe::zstd_sys::ZSTD_EndDirective;
use zstd_safe::{CCtx, CParameter, DCtx, DParameter, InBuffer, OutBuffer, ResetDirective, Strategy};

const FINISH: u8 = 2;
const SRC_SIZE_WRONG: usize = 72;

/// A larger context is freed: one that compressed much has tables of many megabytes.
const RETAINED_BYTES_MAX: usize = 1 << 20;

/// A context that is not in use: making one, with its tables, takes longer than compressing a kilobyte.
static RETAINED: Mutex<Option<CCtx<'static>>> = Mutex::new(None);

/// A context that is retained for the next compressor when it ends.
struct Context(Option<CCtx<'static>>);

impl Context {
    fn new() -> Option<Self> {
        let retained = RETAINED.lock().ok().and_then(|mut retained| retained.take());
        retained.or_else(CCtx::try_create).map(|context| Self(Some(context)))
    }

    fn get(&mut self) -> &mut CCtx<'static> {
        self.0.as_mut().expect("the context is only taken when this is dropped")
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let Some(mut context) = self.0.take() else { return };
        let is_reset = context.reset(ResetDirective::SessionAndParameters).is_ok();
        if is_reset
            && context.sizeof() <= RETAINED_BYTES_MAX
            && let Ok(mut retained) = RETAINED.lock()
        {
            *retained = Some(context);
        }
    }
}

/// A zstd compressor.
pub struct ZstdEncoder {
    context: Context,
    pledged_bytes: Option<u64>,
    total_in: u64,
}

impl ZstdEncoder {
    pub(crate) fn new(
        parameters: &[(u32, u32)],
        pledged_bytes: Option<u64>,
        dictionary: Option<&[u8]>,
    ) -> Result<ZstdEncoder, Failure> {
        let mut context = Context::new().ok_or_else(|| Failure::initialization("Initialization failed"))?;
        for (parameter, value) in parameters {
            let is_set = compression_parameter(*parameter, *value)
                .is_some_and(|parameter| context.get().set_parameter(parameter).is_ok());
            if !is_set {
                return Err(Failure::initialization("Setting parameter failed"));
            }
        }
        if let Some(dictionary) = dictionary {
            context
                .get()
                .load_dictionary(dictionary)
                .map_err(|_| Failure::initialization("Failed to load zstd dictionary"))?;
        }
        let mut encoder = ZstdEncoder { context, pledged_bytes, total_in: 0 };
        encoder.pledge()?;
        Ok(encoder)
    }

    fn pledge(&mut self) -> Result<(), Failure> {
        self.context
            .get()
            .set_pledged_src_size(self.pledged_bytes)
            .map_err(|_| Failure::initialization("Could not set pledged src size"))?;
        Ok(())
    }

    pub(crate) fn step(&mut self, input: &[u8], output: &mut [u8], flush: u8) -> Result<Step, Failure> {
        let directive = match flush {
            0 => ZSTD_EndDirective::ZSTD_e_continue,
            1 => ZSTD_EndDirective::ZSTD_e_flush,
            _ => ZSTD_EndDirective::ZSTD_e_end,
        };
        let mut source = InBuffer::around(input);
        let mut target = OutBuffer::around(output);
        let left = self.context.get().compress_stream2(&mut target, &mut source, directive).map_err(failure)?;
        self.total_in += source.pos() as u64;
        // The library drops the pledged size when all of the input arrives in one call.
        if flush == FINISH
            && source.pos() == input.len()
            && self.pledged_bytes.is_some_and(|pledged| pledged != self.total_in)
        {
            return Err(failure(SRC_SIZE_WRONG.wrapping_neg()));
        }
        Ok(Step { consumed: source.pos(), written: target.pos(), is_ended: flush == FINISH && left == 0 })
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.context.get().reset(ResetDirective::SessionOnly).map_err(failure)?;
        self.total_in = 0;
        self.pledge()
    }
}

/// A zstd decompressor.
pub struct ZstdDecoder {
    context: DCtx<'static>,
    /// The last step reached the end of a frame, and nothing followed.
    is_at_end: bool,
}

impl ZstdDecoder {
    pub(crate) fn new(parameters: &[(u32, u32)], dictionary: Option<&[u8]>) -> Result<ZstdDecoder, Failure> {
        let mut context = DCtx::try_create().ok_or_else(|| Failure::initialization("Initialization failed"))?;
        for (parameter, value) in parameters {
            let is_set = *parameter == 100 && context.set_parameter(DParameter::WindowLogMax(*value)).is_ok();
            if !is_set {
                return Err(Failure::initialization("Setting parameter failed"));
            }
        }
        if let Some(dictionary) = dictionary {
            context
                .load_dictionary(dictionary)
                .map_err(|_| Failure::initialization("Failed to load zstd dictionary"))?;
        }
        Ok(ZstdDecoder { context, is_at_end: false })
    }

    /// A frame may follow a frame; other bytes after one end the stream, as in Node.
    pub(crate) fn step(&mut self, input: &[u8], output: &mut [u8], flush: u8) -> Result<Step, Failure> {
        if self.is_at_end && !starts_frame(input) {
            return Ok(Step { consumed: 0, written: 0, is_ended: true });
        }
        self.is_at_end = false;
        let mut source = InBuffer::around(input);
        let mut target = OutBuffer::around(output);
        loop {
            let left = self.context.decompress_stream(&mut target, &mut source).map_err(failure)?;
            let (consumed, written, capacity) = (source.pos(), target.pos(), target.capacity());
            if left == 0 {
                let follows = &input[consumed..];
                if !starts_frame(follows) {
                    self.is_at_end = true;
                    return Ok(Step { consumed, written, is_ended: true });
                }
                if written == capacity {
                    return Ok(Step { consumed, written, is_ended: false });
                }
                continue;
            }
            if flush == FINISH && consumed == input.len() && written < capacity {
                return Err(Failure::unexpected_end());
            }
            return Ok(Step { consumed, written, is_ended: false });
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.is_at_end = false;
        self.context.reset(ResetDirective::SessionOnly).map_err(failure)?;
        Ok(())
    }
}

/// RFC 8878 §3.1.1 and §3.1.2: the magic numbers of frames and skippable frames.
fn starts_frame(bytes: &[u8]) -> bool {
    let Some(magic) = bytes.first_chunk::<4>() else { return false };
    let number = u32::from_le_bytes(*magic);
    number == 0xfd2f_b528 || number & 0xffff_fff0 == 0x184d_2a50
}

fn compression_parameter(parameter: u32, value: u32) -> Option<CParameter> {
    Some(match parameter {
        100 => CParameter::CompressionLevel(value as i32),
        101 => CParameter::WindowLog(value),
        102 => CParameter::HashLog(value),
        103 => CParameter::ChainLog(value),
        104 => CParameter::SearchLog(value),
        105 => CParameter::MinMatch(value),
        106 => CParameter::TargetLength(value),
        107 => CParameter::Strategy(strategy(value)?),
        160 => CParameter::EnableLongDistanceMatching(value != 0),
        161 => CParameter::LdmHashLog(value),
        162 => CParameter::LdmMinMatch(value),
        163 => CParameter::LdmBucketSizeLog(value),
        164 => CParameter::LdmHashRateLog(value),
        200 => CParameter::ContentSizeFlag(value != 0),
        201 => CParameter::ChecksumFlag(value != 0),
        202 => CParameter::DictIdFlag(value != 0),
        400 => CParameter::NbWorkers(value),
        401 => CParameter::JobSize(value),
        402 => CParameter::OverlapSizeLog(value),
        _ => return None,
    })
}

fn strategy(number: u32) -> Option<Strategy> {
    use Strategy::*;
    [ZSTD_fast, ZSTD_dfast, ZSTD_greedy, ZSTD_lazy, ZSTD_lazy2, ZSTD_btlazy2, ZSTD_btopt, ZSTD_btultra, ZSTD_btultra2]
        .into_iter()
        .find(|strategy| *strategy as u32 == number)
}

/// The library returns errors as negative numbers, wrapped to a size.
fn failure(error: usize) -> Failure {
    let errno = error.wrapping_neg() as i32;
    let code = error_code(errno);
    Failure { message: message(errno).into(), code: code.into(), errno }
}

fn error_code(errno: i32) -> &'static str {
    ERRORS.iter().find(|(number, _, _)| *number == errno).map_or("ZSTD_error_GENERIC", |(_, code, _)| code)
}

fn message(errno: i32) -> &'static str {
    ERRORS.iter().find(|(number, _, _)| *number == errno).map_or("Error (generic)", |(_, _, message)| message)
}

/// The errors of a stream: number, Node's code, and the library's message.
const ERRORS: &[(i32, &str, &str)] = &[
    (1, "ZSTD_error_GENERIC", "Error (generic)"),
    (10, "ZSTD_error_prefix_unknown", "Unknown frame descriptor"),
    (12, "ZSTD_error_version_unsupported", "Version not supported"),
    (14, "ZSTD_error_frameParameter_unsupported", "Unsupported frame parameter"),
    (16, "ZSTD_error_frameParameter_windowTooLarge", "Frame requires too much memory for decoding"),
    (20, "ZSTD_error_corruption_detected", "Data corruption detected"),
    (22, "ZSTD_error_checksum_wrong", "Restored data doesn't match checksum"),
    (24, "ZSTD_error_literals_headerWrong", "Header of Literals' block doesn't respect format specification"),
    (30, "ZSTD_error_dictionary_corrupted", "Dictionary is corrupted"),
    (32, "ZSTD_error_dictionary_wrong", "Dictionary mismatch"),
    (34, "ZSTD_error_dictionaryCreation_failed", "Cannot create Dictionary from provided samples"),
    (40, "ZSTD_error_parameter_unsupported", "Unsupported parameter"),
    (41, "ZSTD_error_parameter_combination_unsupported", "Unsupported combination of parameters"),
    (42, "ZSTD_error_parameter_outOfBound", "Parameter is out of bound"),
    (44, "ZSTD_error_tableLog_tooLarge", "tableLog requires too much memory : unsupported"),
    (46, "ZSTD_error_maxSymbolValue_tooLarge", "Unsupported max Symbol Value : too large"),
    (48, "ZSTD_error_maxSymbolValue_tooSmall", "Specified maxSymbolValue is too small"),
    (50, "ZSTD_error_stabilityCondition_notRespected", "pledged buffer stability condition is not respected"),
    (60, "ZSTD_error_stage_wrong", "Operation not authorized at current processing stage"),
    (62, "ZSTD_error_init_missing", "Context should be init first"),
    (64, "ZSTD_error_memory_allocation", "Allocation error : not enough memory"),
    (66, "ZSTD_error_workSpace_tooSmall", "workSpace buffer is not large enough"),
    (70, "ZSTD_error_dstSize_tooSmall", "Destination buffer is too small"),
    (72, "ZSTD_error_srcSize_wrong", "Src size is incorrect"),
    (74, "ZSTD_error_dstBuffer_null", "Operation on NULL destination buffer"),
    (
        80,
        "ZSTD_error_noForwardProgress_destFull",
        "Operation made no progress over multiple calls, due to output buffer being full",
    ),
    (
        82,
        "ZSTD_error_noForwardProgress_inputEmpty",
        "Operation made no progress over multiple calls, due to input being empty",
    ),
];
