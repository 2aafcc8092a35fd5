//! Deflate compression: raw, or in a zlib or gzip container.

use crate::deflate_raw::{BUFFER_ERROR, OK, STREAM_END};
use crate::spare_deflate::{BorrowedDeflate, DeflateSettings};
use crate::{Failure, Format, Step, ZlibSettings};

/// zlib's flush value for the last of the input.
pub(crate) const FINISH: u8 = 4;

/// Space for the output of a change of parameters: the end of a block whose data were flushed before.
const PARAMETERS_OUTPUT_BYTES: usize = 64;

/// A deflate stream with its dictionary, which `reset` needs.
pub struct DeflateStream {
    inner: BorrowedDeflate,
    dictionary: Option<Vec<u8>>,
    /// Output of a change of parameters, returned by the next step.
    pending: Vec<u8>,
    is_ended: bool,
}

impl DeflateStream {
    pub(crate) fn new(
        format: Format,
        settings: ZlibSettings,
        dictionary: Option<&[u8]>,
    ) -> Result<DeflateStream, Failure> {
        // zlib writes 256-byte windows incorrectly; all its users silently use 512.
        let bits = settings.window_bits.max(9);
        let window_bits = match format {
            Format::Gzip => bits + 16,
            Format::DeflateRaw => -bits,
            _ => bits,
        };
        let ZlibSettings { level, memory_level, strategy, .. } = settings;
        let inner = BorrowedDeflate::new(DeflateSettings { level, window_bits, memory_level, strategy })
            .map_err(|status| Failure::zlib("Init error", status))?;
        // gzip has no field for a dictionary's checksum; zlib rejects one, and Node does not pass one.
        let dictionary = dictionary.filter(|_| format != Format::Gzip).map(<[u8]>::to_vec);
        let mut stream = DeflateStream { inner, dictionary, pending: Vec::new(), is_ended: false };
        stream.load_dictionary()?;
        Ok(stream)
    }

    fn load_dictionary(&mut self) -> Result<(), Failure> {
        let Some(dictionary) = &self.dictionary else { return Ok(()) };
        check(self.inner.state().set_dictionary(dictionary), "Failed to set dictionary")
    }

    pub(crate) fn step(&mut self, input: &[u8], output: &mut [u8], flush: u8) -> Result<Step, Failure> {
        let waiting = self.pending.len().min(output.len());
        output[..waiting].copy_from_slice(&self.pending[..waiting]);
        self.pending.drain(..waiting);
        if waiting == output.len() && waiting > 0 {
            return Ok(Step { consumed: 0, written: waiting, is_ended: false });
        }
        let (status, consumed, written) = self.inner.state().deflate(input, &mut output[waiting..], i32::from(flush));
        let step = Step { consumed, written: waiting + written, is_ended: status == STREAM_END };
        self.is_ended |= step.is_ended;
        match status {
            STREAM_END => Ok(step),
            OK | BUFFER_ERROR if flush == FINISH && step.written < output.len() && consumed == input.len() => {
                Err(Failure::unexpected_end())
            }
            OK | BUFFER_ERROR => Ok(step),
            _ => Err(Failure::zlib("Zlib error", status)),
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.pending.clear();
        self.is_ended = false;
        check(self.inner.state().reset(), "Failed to reset stream")?;
        self.load_dictionary()
    }

    /// Changes level and strategy from here on. The caller has flushed before. After the end it does nothing.
    pub(crate) fn set_parameters(&mut self, level: i32, strategy: i32) -> Result<(), Failure> {
        if self.is_ended {
            return Ok(());
        }
        let mut output = [0; PARAMETERS_OUTPUT_BYTES];
        let (status, written) = self.inner.set_parameters(level, strategy, &mut output);
        self.pending.extend_from_slice(&output[..written]);
        // Nothing left to flush is not a failure.
        if status == BUFFER_ERROR { Ok(()) } else { check(status, "Failed to set parameters") }
    }
}

fn check(status: i32, message: &'static str) -> Result<(), Failure> {
    if status == OK { Ok(()) } else { Err(Failure::zlib(message, status)) }
}
