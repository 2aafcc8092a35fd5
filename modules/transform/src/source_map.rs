//! Maps positions in transformed code back to the source.
//!
//! A map is a stack of layers, one for each step that rewrote the source: *splices* (same lines, moved columns, from an
//! edit list) and *prints* (token positions, from the code generator). Lines without segments in a splice are the same
//! as in its input, so a file that needed no edit has no layer.

/// A position from which on the columns of a line correspond. All numbers count from 0; columns are UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub line: u32,
    pub column: u32,
    pub source_line: u32,
    pub source_column: u32,
    /// The code up to the next segment was inserted: all of it maps to this position.
    pub inserted: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// Starting from the source.
    layers: Vec<Layer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    Splices(Vec<Segment>),
    Print(Vec<Segment>),
}

/// First byte of the serialized form; changes with its layout.
const FORMAT: u8 = 1;

impl SourceMap {
    /// A map of the non-empty layers; `None` without one.
    pub(crate) fn new(layers: Vec<Layer>) -> Option<Self> {
        let layers: Vec<_> = layers.into_iter().filter(|layer| *layer != Layer::Splices(Vec::new())).collect();
        (!layers.is_empty()).then_some(Self { layers })
    }

    /// Source position of a position in the code.
    ///
    /// `line` and `column` count from 1, columns in UTF-16 code units, as in JavaScriptCore's stacks.
    /// `head_columns` is the width of the code before the body on the first line
    /// ([`crate::Assembled::head_columns`]). A position inside the head maps to 1:1.
    pub fn lookup(&self, line: u32, column: u32, head_columns: u32) -> (u32, u32) {
        let mut line_index = line.saturating_sub(1);
        let mut column_index = column.saturating_sub(1);
        if line_index == 0 {
            column_index = column_index.saturating_sub(head_columns);
        }
        for layer in self.layers.iter().rev() {
            (line_index, column_index) = match layer {
                Layer::Splices(segments) => {
                    find_on_line(segments, line_index, column_index).unwrap_or((line_index, column_index))
                }
                Layer::Print(segments) => find_before(segments, line_index, column_index),
            };
        }
        (line_index + 1, column_index + 1)
    }

    /// Position in the code of a position in the source, or of the first code behind it: the reverse of [`SourceMap::lookup`],
    /// which counts in the same way.
    pub fn locate(&self, line: u32, column: u32, head_columns: u32) -> (u32, u32) {
        let mut position = (line.saturating_sub(1), column.saturating_sub(1));
        for layer in &self.layers {
            position = match layer {
                Layer::Splices(segments) => locate_on_line(segments, position),
                Layer::Print(segments) => locate_from(segments, position),
            };
        }
        let head_columns = if position.0 == 0 { head_columns } else { 0 };
        (position.0 + 1, position.1 + head_columns + 1)
    }

    /// A compact form for the disk cache; [`SourceMap::from_bytes`] parses it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![FORMAT];
        for layer in &self.layers {
            let (kind, segments) = match layer {
                Layer::Splices(segments) => (0, segments),
                Layer::Print(segments) => (1, segments),
            };
            bytes.push(kind);
            write_segments(&mut bytes, segments);
        }
        bytes
    }

    /// Parses the form of [`SourceMap::to_bytes`]. `None` when the bytes are of another version or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader { bytes, offset: 0 };
        if reader.byte()? != FORMAT {
            return None;
        }
        let mut layers = Vec::new();
        while reader.offset < bytes.len() {
            layers.push(match reader.byte()? {
                0 => Layer::Splices(reader.segments()?),
                1 => Layer::Print(reader.segments()?),
                _ => return None,
            });
        }
        Some(Self { layers })
    }
}

fn find_on_line(segments: &[Segment], line: u32, column: u32) -> Option<(u32, u32)> {
    let end = segments.partition_point(|segment| (segment.line, segment.column) <= (line, column));
    let segment = segments.get(end.checked_sub(1)?)?;
    if segment.line != line {
        return None;
    }
    let offset = if segment.inserted { 0 } else { column - segment.column };
    Some((segment.source_line, segment.source_column + offset))
}

/// For lines that stay: the column in the code of a column in the source.
fn locate_on_line(segments: &[Segment], (line, column): (u32, u32)) -> (u32, u32) {
    let is_before = |segment: &&Segment| {
        !segment.inserted && segment.source_line == line && segment.line == line && segment.source_column <= column
    };
    let before = segments.iter().filter(is_before).max_by_key(|segment| segment.source_column);
    (line, before.map_or(column, |segment| segment.column + column - segment.source_column))
}

/// For printed code: the first token at the position in the source or behind it, else the last one.
fn locate_from(segments: &[Segment], position: (u32, u32)) -> (u32, u32) {
    let source = |segment: &&Segment| (segment.source_line, segment.source_column);
    let from = segments.iter().filter(|segment| source(segment) >= position).min_by_key(source);
    from.or(segments.iter().max_by_key(source)).map_or(position, |segment| (segment.line, segment.column))
}

/// For printed code: a position without a token of its own belongs to the token before it.
fn find_before(segments: &[Segment], line: u32, column: u32) -> (u32, u32) {
    let end = segments.partition_point(|segment| (segment.line, segment.column) <= (line, column));
    let same_line = |segment: &&Segment| segment.line == line;
    let before = end.checked_sub(1).and_then(|index| segments.get(index));
    let after = segments.get(end);
    let found = before.filter(same_line).or(after.filter(same_line)).or(before).or(after);
    found.map_or((line, column), |segment| (segment.source_line, segment.source_column))
}

fn write_segments(bytes: &mut Vec<u8>, segments: &[Segment]) {
    write_number(bytes, segments.len() as u32);
    let mut last = Segment { line: 0, column: 0, source_line: 0, source_column: 0, inserted: false };
    for segment in segments {
        let new_line = segment.line != last.line;
        write_number(bytes, (segment.line - last.line) << 1 | u32::from(segment.inserted));
        write_number(bytes, if new_line { segment.column } else { segment.column - last.column });
        write_number(bytes, zigzag(segment.source_line, last.source_line));
        write_number(bytes, zigzag(segment.source_column, last.source_column));
        last = *segment;
    }
}

fn zigzag(value: u32, base: u32) -> u32 {
    let difference = value.wrapping_sub(base) as i32;
    ((difference << 1) ^ (difference >> 31)) as u32
}

fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Reader<'b> {
    bytes: &'b [u8],
    offset: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.offset)?;
        self.offset += 1;
        Some(byte)
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = 0u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn relative(&mut self, base: u32) -> Option<u32> {
        let number = self.number()?;
        let difference = (number >> 1) as i32 ^ -((number & 1) as i32);
        Some(base.wrapping_add(difference as u32))
    }

    fn segments(&mut self) -> Option<Vec<Segment>> {
        let count = self.number()? as usize;
        if count > self.bytes.len() {
            return None;
        }
        let mut segments = Vec::with_capacity(count);
        let mut last = Segment { line: 0, column: 0, source_line: 0, source_column: 0, inserted: false };
        for _ in 0..count {
            let head = self.number()?;
            let column = self.number()?;
            let same_line = head >> 1 == 0;
            last = Segment {
                line: last.line.checked_add(head >> 1)?,
                column: if same_line { last.column.checked_add(column)? } else { column },
                source_line: self.relative(last.source_line)?,
                source_column: self.relative(last.source_column)?,
                inserted: head & 1 == 1,
            };
            segments.push(last);
        }
        Some(segments)
    }
}

#[cfg(test)]
#[path = "source_map_tests.rs"]
mod tests;
