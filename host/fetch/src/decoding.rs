//! Decodes the content codings of responses (RFC 9110 §8.4.1) as the body arrives.

use brio_compression::{Codec, Format};
use brio_http_client::ClientError;
use brio_http1::Field;

/// Output is produced in steps of this many bytes.
const STEP_BYTES: usize = 64 * 1024;
/// As undici: more nested codings are treated as an attack.
const CODINGS_MAX: usize = 5;
/// The low bits of a zlib stream's first byte.
const ZLIB_METHOD: u8 = 8;

/// The content codings of one response.
pub struct Decoding {
    /// The coding that was applied last is first.
    layers: Vec<Layer>,
}

struct Layer {
    codec: Codec,
    /// A "deflate" body without data so far: it may lack zlib's header.
    may_be_raw: bool,
    must_be_whole: bool,
    /// Must be complete when any of it arrived.
    must_end: bool,
    has_begun: bool,
    input: Vec<u8>,
    used: usize,
    is_ended: bool,
}

impl Decoding {
    /// The decoding that the fields of a response require: `None` without codings, or when one is unknown; the body is
    /// passed on unchanged then.
    ///
    /// # Errors
    /// Too many codings.
    pub fn of(fields: &[Field], bytes: &[u8]) -> Result<Option<Self>, ClientError> {
        Self::of_pairs(fields.iter().map(|field| (field.name.of(bytes), field.value.of(bytes))))
    }

    /// The same for pairs of name and value.
    ///
    /// # Errors
    /// Too many codings.
    pub fn of_pairs<'b>(pairs: impl Iterator<Item = (&'b [u8], &'b [u8])>) -> Result<Option<Self>, ClientError> {
        let mut layers = Vec::new();
        for (_, value) in pairs.filter(|(name, _)| name.eq_ignore_ascii_case(b"content-encoding")) {
            let text = String::from_utf8_lossy(value).to_ascii_lowercase();
            for coding in text.split(',').map(str::trim).filter(|coding| !coding.is_empty() && *coding != "identity") {
                let format = match coding {
                    "gzip" | "x-gzip" => Format::Gunzip,
                    "deflate" => Format::Inflate,
                    "br" => Format::BrotliDecode,
                    "zstd" => Format::ZstdDecompress,
                    _ => return Ok(None),
                };
                layers.insert(0, Layer::new(format)?);
            }
        }
        if layers.len() > CODINGS_MAX {
            let text =
                format!("too many content-encodings in response: {}, maximum allowed is {CODINGS_MAX}", layers.len());
            return Err(ClientError::protocol("", &text));
        }
        Ok((!layers.is_empty()).then_some(Self { layers }))
    }

    /// Makes bodies that end early fail, as in Bun and Deno.
    pub fn require_ends(&mut self) {
        self.layers.iter_mut().for_each(|layer| layer.must_end = true);
    }

    /// The buffer for encoded bytes.
    pub fn input(&mut self) -> &mut Vec<u8> {
        &mut self.layers[0].input
    }

    /// Decodes buffered input, until `output` has `bytes_max` bytes. True when more could be decoded.
    ///
    /// # Errors
    /// The codec's, for malformed input.
    pub fn run(&mut self, output: &mut Vec<u8>, bytes_max: usize) -> Result<bool, ClientError> {
        let last = self.layers.len() - 1;
        for index in 0..last {
            let mut decoded = Vec::new();
            while self.layers[index].step(&mut decoded)? {}
            self.layers[index + 1].input.append(&mut decoded);
        }
        while output.len() < bytes_max {
            if !self.layers[last].step(output)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Call it when everything was decoded. As in Node, only a zstd body must be complete, unless `require_ends` was
    /// called.
    ///
    /// # Errors
    /// `Z_BUF_ERROR` for a truncated or empty one.
    pub fn check_end(&self) -> Result<(), ClientError> {
        let is_cut = self
            .layers
            .iter()
            .any(|layer| (layer.must_be_whole || (layer.must_end && layer.has_begun)) && !layer.is_ended);
        if is_cut { Err(ClientError::protocol("Z_BUF_ERROR", "unexpected end of file")) } else { Ok(()) }
    }
}

impl Layer {
    fn new(format: Format) -> Result<Self, ClientError> {
        let codec = Codec::decoder(format).map_err(|failure| failed(&failure))?;
        Ok(Self {
            codec,
            may_be_raw: format == Format::Inflate,
            must_be_whole: format == Format::ZstdDecompress,
            must_end: false,
            has_begun: false,
            input: Vec::new(),
            used: 0,
            is_ended: false,
        })
    }

    /// Produces up to STEP_BYTES of output. False when it needs more input.
    fn step(&mut self, output: &mut Vec<u8>) -> Result<bool, ClientError> {
        if self.is_ended {
            // Bytes after the end are ignored.
            self.input.clear();
            self.used = 0;
            return Ok(false);
        }
        if let (true, Some(&first)) = (self.may_be_raw, self.input.first()) {
            self.may_be_raw = false;
            if first & 0x0f != ZLIB_METHOD {
                self.codec = Codec::decoder(Format::InflateRaw).map_err(|failure| failed(&failure))?;
            }
        }
        self.has_begun |= !self.input.is_empty();
        let start = output.len();
        output.resize(start + STEP_BYTES, 0);
        let outcome = self.codec.step(&self.input[self.used..], &mut output[start..], 0);
        let written = outcome.as_ref().map_or(0, |step| step.written);
        output.truncate(start + written);
        let step = outcome.map_err(|failure| failed(&failure))?;
        self.used += step.consumed;
        self.is_ended = step.is_ended;
        if self.used == self.input.len() {
            self.input.clear();
            self.used = 0;
        }
        // A full output may have left data inside the codec.
        Ok(written == STEP_BYTES || (!self.input.is_empty() && (step.consumed > 0 || written > 0)))
    }
}

fn failed(failure: &brio_compression::Failure) -> ClientError {
    ClientError::protocol(&failure.code, &failure.message)
}
