//! Deflate decompression: raw, or in a zlib or gzip container, with Node's rules for what follows the end.

use crate::deflate_stream::FINISH;
use crate::{Failure, Format, Step};
use zlib_rs::{Inflate, InflateError, InflateFlush, Status};

/// The library's message for every error of its fast loop, which loses the real one.
const FORGOTTEN: &str = "repeated call with bad state";
/// With less output space than this the library does not use its fast loop.
const SLOW_BYTES: usize = 256;

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// An inflate stream, with its settings for `reset`.
pub struct InflateStream {
    inner: Inflate,
    format: Format,
    /// The format of the data: `format`, except for `Unzip`, whose first two bytes decide.
    kind: Format,
    /// How many bytes of gzip's magic number an `Unzip` stream has seen.
    magic_seen: usize,
    window_bits: i32,
    is_single: bool,
    dictionary: Option<Vec<u8>>,
}

impl InflateStream {
    pub(crate) fn new(
        format: Format,
        window_bits: i32,
        is_single: bool,
        dictionary: Option<&[u8]>,
    ) -> Result<InflateStream, Failure> {
        let is_valid = (8..=15).contains(&window_bits) || (window_bits == 0 && format != Format::InflateRaw);
        if !is_valid {
            return Err(Failure::zlib("Init error", -2));
        }
        let inner = make(format, window_bits);
        let mut stream = InflateStream {
            inner,
            format,
            kind: format,
            magic_seen: 0,
            window_bits,
            is_single,
            dictionary: dictionary.map(<[u8]>::to_vec),
        };
        stream.start()?;
        Ok(stream)
    }

    /// Raw data has no header that requests the dictionary: it is set from the beginning.
    fn start(&mut self) -> Result<(), Failure> {
        if let (Format::InflateRaw, Some(dictionary)) = (self.format, &self.dictionary) {
            self.inner.set_dictionary(dictionary).map_err(|_| Failure::zlib("Failed to set dictionary", -2))?;
        }
        Ok(())
    }

    pub(crate) fn step(&mut self, input: &[u8], output: &mut [u8], flush: u8) -> Result<Step, Failure> {
        if self.kind == Format::Unzip {
            self.learn_kind(input);
        }
        // When decompressing, zlib treats a partial or full flush as none; this library rejects their numbers.
        let mode = InflateFlush::try_from(i32::from(flush)).unwrap_or(InflateFlush::NoFlush);
        let mut step = Step::default();
        let mut status = self.inflate(input, output, mode, &mut step)?;
        // RFC 1952 §2.2: a gzip file is a series of members. Zero bytes after one are padding.
        while status == Status::StreamEnd
            && self.kind == Format::Gunzip
            && !self.is_single
            && input.get(step.consumed).is_some_and(|byte| *byte != 0)
        {
            self.inner = make(Format::Gunzip, self.window_bits);
            status = self.inflate(input, output, mode, &mut step)?;
        }
        step.is_ended = status == Status::StreamEnd;
        if !step.is_ended && flush == FINISH && step.written < output.len() {
            return Err(Failure::unexpected_end());
        }
        Ok(step)
    }

    fn learn_kind(&mut self, input: &[u8]) {
        for byte in input {
            if *byte != GZIP_MAGIC[self.magic_seen] {
                self.kind = Format::Inflate;
                return;
            }
            self.magic_seen += 1;
            if self.magic_seen == GZIP_MAGIC.len() {
                self.kind = Format::Gunzip;
                return;
            }
        }
    }

    fn inflate(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        mode: InflateFlush,
        step: &mut Step,
    ) -> Result<Status, Failure> {
        let start = (self.inner.total_in() == 0).then_some(step.consumed);
        loop {
            let (taken, made) = (self.inner.total_in(), self.inner.total_out());
            let outcome = self.inner.decompress(&input[step.consumed..], &mut output[step.written..], mode);
            step.consumed += (self.inner.total_in() - taken) as usize;
            step.written += (self.inner.total_out() - made) as usize;
            match outcome {
                Ok(status) => return Ok(status),
                Err(InflateError::NeedDict { .. }) => {
                    let Some(dictionary) = &self.dictionary else { return Err(Failure::zlib("Missing dictionary", 2)) };
                    self.inner.set_dictionary(dictionary).map_err(|_| Failure::zlib("Bad dictionary", 2))?;
                }
                Err(error) => return Err(self.failure(error, start.map(|start| &input[start..]))),
            }
        }
    }

    /// `whole`: the complete input, unless earlier calls had a part of it.
    fn failure(&self, error: InflateError, whole: Option<&[u8]>) -> Failure {
        let errno = match error {
            InflateError::NeedDict { .. } => 2,
            InflateError::StreamError => -2,
            InflateError::DataError => -3,
            InflateError::MemError => -4,
        };
        let message = self.inner.error_message().unwrap_or("Zlib error");
        if message == FORGOTTEN {
            return Failure::zlib(whole.and_then(|input| self.slow_message(input)).unwrap_or("invalid data"), errno);
        }
        Failure::zlib(message, errno)
    }

    /// Inflates again, in steps too short for the fast loop, to find the error.
    fn slow_message(&self, mut input: &[u8]) -> Option<&'static str> {
        let format = if self.kind == Format::Gunzip { Format::Gunzip } else { self.format };
        let mut again = make(format, self.window_bits);
        if let (Format::InflateRaw, Some(dictionary)) = (format, &self.dictionary) {
            again.set_dictionary(dictionary).ok()?;
        }
        let mut output = [0; SLOW_BYTES];
        loop {
            let (taken, made) = (again.total_in(), again.total_out());
            let outcome = again.decompress(input, &mut output, InflateFlush::NoFlush);
            input = &input[(again.total_in() - taken) as usize..];
            match outcome {
                Ok(_) if again.total_in() == taken && again.total_out() == made => return None,
                Ok(Status::StreamEnd) => return None,
                Ok(_) => {}
                Err(InflateError::NeedDict { .. }) => {
                    again.set_dictionary(self.dictionary.as_ref()?).ok()?;
                }
                Err(_) => return again.error_message(),
            }
        }
    }

    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        self.inner = make(self.format, self.window_bits);
        self.kind = self.format;
        self.magic_seen = 0;
        self.start()
    }
}

fn make(format: Format, window_bits: i32) -> Inflate {
    let bits = window_bits as u8;
    match format {
        Format::Gunzip => Inflate::new(true, bits + 16),
        Format::Unzip => Inflate::new(true, bits + 32),
        Format::InflateRaw => Inflate::new(false, bits),
        _ => Inflate::new(true, bits),
    }
}
