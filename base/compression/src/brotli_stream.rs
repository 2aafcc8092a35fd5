//! Brotli (RFC 7932): compression and decompression.

use crate::{Failure, Step};
use brotli::enc::StandardAlloc as EncoderAlloc;
use brotli::enc::encode::{BrotliEncoderOperation, BrotliEncoderParameter, BrotliEncoderStateStruct};
use brotli_decompressor::{
    Allocator, BrotliDecoderParameter, BrotliDecompressStream, BrotliResult, BrotliState, SliceWrapperMut,
    StandardAlloc,
};

const FINISH: u8 = 2;

/// A brotli compressor, with its parameters for `reset`.
pub struct BrotliEncoder {
    state: BrotliEncoderStateStruct<EncoderAlloc>,
    parameters: Vec<(u32, u32)>,
    dictionary: Option<Vec<u8>>,
}

impl BrotliEncoder {
    pub(crate) fn new(parameters: &[(u32, u32)], dictionary: Option<&[u8]>) -> Result<BrotliEncoder, Failure> {
        Ok(BrotliEncoder {
            state: make_encoder(parameters, dictionary)?,
            parameters: parameters.to_vec(),
            dictionary: dictionary.map(<[u8]>::to_vec),
        })
    }

    pub(crate) fn step(&mut self, input: &[u8], output: &mut [u8], flush: u8) -> Result<Step, Failure> {
        let operation = match flush {
            0 => BrotliEncoderOperation::BROTLI_OPERATION_PROCESS,
            1 => BrotliEncoderOperation::BROTLI_OPERATION_FLUSH,
            FINISH => BrotliEncoderOperation::BROTLI_OPERATION_FINISH,
            _ => BrotliEncoderOperation::BROTLI_OPERATION_EMIT_METADATA,
        };
        let (mut input_left, mut consumed, mut output_left, mut written) = (input.len(), 0, output.len(), 0);
        let is_done = self.state.compress_stream(
            operation,
            &mut input_left,
            input,
            &mut consumed,
            &mut output_left,
            output,
            &mut written,
            &mut None,
            &mut |_, _, _, _| (),
        );
        if !is_done {
            return Err(Failure {
                message: "Compression failed".into(),
                code: "ERR_BROTLI_COMPRESSION_FAILED".into(),
                errno: -1,
            });
        }
        Ok(Step { consumed, written, is_ended: self.state.is_finished() })
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.state = make_encoder(&self.parameters, self.dictionary.as_deref())?;
        Ok(())
    }
}

fn make_encoder(
    parameters: &[(u32, u32)],
    dictionary: Option<&[u8]>,
) -> Result<BrotliEncoderStateStruct<EncoderAlloc>, Failure> {
    use BrotliEncoderParameter::*;
    let mut state = BrotliEncoderStateStruct::new(EncoderAlloc::default());
    for (parameter, value) in parameters {
        let is_set = match parameter {
            0 => state.set_parameter(BROTLI_PARAM_MODE, *value),
            1 => state.set_parameter(BROTLI_PARAM_QUALITY, *value),
            2 => state.set_parameter(BROTLI_PARAM_LGWIN, *value),
            3 => state.set_parameter(BROTLI_PARAM_LGBLOCK, *value),
            4 => state.set_parameter(BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING, *value),
            5 => state.set_parameter(BROTLI_PARAM_SIZE_HINT, *value),
            6 => state.set_parameter(BROTLI_PARAM_LARGE_WINDOW, *value),
            // The postfix bits and direct distance codes are for manual format tuning; the library chooses them itself.
            7 => *value <= 3,
            8 => *value <= 120,
            _ => false,
        };
        if !is_set {
            return Err(Failure::initialization("Setting parameter failed"));
        }
    }
    if let Some(dictionary) = dictionary {
        state.set_custom_dictionary(dictionary.len(), dictionary);
    }
    Ok(state)
}

type DecoderState = BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>;

/// A brotli decompressor, with its parameters for `reset`.
pub struct BrotliDecoder {
    state: DecoderState,
    parameters: Vec<(u32, u32)>,
    dictionary: Option<Vec<u8>>,
    total_out: usize,
}

impl BrotliDecoder {
    pub(crate) fn new(parameters: &[(u32, u32)], dictionary: Option<&[u8]>) -> Result<BrotliDecoder, Failure> {
        let state = make_decoder(parameters, dictionary)?;
        Ok(BrotliDecoder {
            state,
            parameters: parameters.to_vec(),
            dictionary: dictionary.map(<[u8]>::to_vec),
            total_out: 0,
        })
    }

    pub(crate) fn step(&mut self, input: &[u8], output: &mut [u8], flush: u8) -> Result<Step, Failure> {
        let (mut input_left, mut consumed, mut output_left, mut written) = (input.len(), 0, output.len(), 0);
        let outcome = BrotliDecompressStream(
            &mut input_left,
            &mut consumed,
            input,
            &mut output_left,
            &mut written,
            output,
            &mut self.total_out,
            &mut self.state,
        );
        match outcome {
            BrotliResult::ResultFailure => Err(self.failure()),
            BrotliResult::NeedsMoreInput if flush == FINISH => Err(Failure::unexpected_end()),
            BrotliResult::ResultSuccess => Ok(Step { consumed, written, is_ended: true }),
            _ => Ok(Step { consumed, written, is_ended: false }),
        }
    }

    fn failure(&self) -> Failure {
        let code = self.state.error_code;
        // Node puts "ERR_" before the library's "_ERROR_…".
        let name = format!("{code:?}");
        let tail = name.strip_prefix("BROTLI_DECODER").unwrap_or(&name);
        Failure { message: "Decompression failed".into(), code: format!("ERR_{tail}").into(), errno: code as i32 }
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.state = make_decoder(&self.parameters, self.dictionary.as_deref())?;
        self.total_out = 0;
        Ok(())
    }
}

fn make_decoder(parameters: &[(u32, u32)], dictionary: Option<&[u8]>) -> Result<DecoderState, Failure> {
    let mut state = BrotliState::new(StandardAlloc::default(), StandardAlloc::default(), StandardAlloc::default());
    for (parameter, value) in parameters {
        let is_set = match parameter {
            0 => state
                .set_parameter(BrotliDecoderParameter::BROTLI_DECODER_PARAM_DISABLE_RING_BUFFER_REALLOCATION, *value),
            1 => state.set_parameter(BrotliDecoderParameter::BROTLI_DECODER_PARAM_LARGE_WINDOW, *value),
            _ => false,
        };
        if !is_set {
            return Err(Failure::initialization("Setting parameter failed"));
        }
    }
    if let Some(dictionary) = dictionary {
        let mut memory = StandardAlloc::default().alloc_cell(dictionary.len());
        memory.slice_mut().copy_from_slice(dictionary);
        if !state.attach_dictionary(memory) {
            return Err(Failure::initialization("Failed to load brotli dictionary"));
        }
    }
    Ok(state)
}
