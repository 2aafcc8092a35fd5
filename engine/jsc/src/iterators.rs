//! Iterators of Maps and Sets seen from outside: what they iterate over and where they are, without advancing them.

use crate::{CellKind, Context, Value};
use std::sync::OnceLock;

/// Where an iterator is. Two iterators over the same object with the same entry and storage will produce the same
/// items.
#[derive(Clone, Copy)]
pub struct IteratorState<'cx> {
    /// The Map or Set.
    pub object: Value<'cx>,
    /// Position in the storage.
    pub entry: i32,
    /// Identifies the storage: a Map that grew has a new one, an iterator at its end has none.
    pub storage: usize,
    /// 0 keys, 1 values, 2 entries.
    pub kind: i32,
}

const ENTRY_FIELD: usize = 0;
const OBJECT_FIELD: usize = 1;
const STORAGE_FIELD: usize = 2;
const KIND_FIELD: usize = 3;

/// Whether the layout is the known one: checked once per process.
static READABLE: OnceLock<bool> = OnceLock::new();

impl<'cx> Value<'cx> {
    /// State of a Map's or Set's iterator. None for another value, or when this engine's layout is not the known one.
    pub fn iterator_state(self, cx: Context<'cx>) -> Option<IteratorState<'cx>> {
        if !matches!(self.cell_kind(cx), Some(CellKind::MapIterator | CellKind::SetIterator))
            || READABLE.get() != Some(&true)
        {
            return None;
        }
        self.read_state()
    }

    fn read_state(self) -> Option<IteratorState<'cx>> {
        Some(IteratorState {
            object: self.internal_field(OBJECT_FIELD),
            entry: self.internal_field(ENTRY_FIELD).as_int32()?,
            storage: self.internal_field(STORAGE_FIELD).raw() as usize,
            kind: self.internal_field(KIND_FIELD).as_int32()?,
        })
    }
}

/// Checks the internal fields of iterators against samples with known states.
pub(crate) fn check_layout(cx: Context<'_>) {
    const SAMPLES: &str =
        "(() => { const m = new Map([[1, 2], [3, 4]]), s = new Set([5, 6]); const moved = m.entries(); moved.next();
        return [m, m.keys(), m, m.values(), m, m.entries(), m, moved, s, s.values(), s, s.entries()]; })()";
    READABLE.get_or_init(|| {
        let Ok(samples) = cx.evaluate(SAMPLES, "brio:calibrate", 1) else { return false };
        let state = |index: u32| -> Option<IteratorState<'_>> {
            let object = samples.get_index(cx, index * 2).ok()?;
            let iterator = samples.get_index(cx, index * 2 + 1).ok()?;
            if !matches!(iterator.known_kind(), Some(CellKind::MapIterator | CellKind::SetIterator)) {
                return None;
            }
            let state = iterator.read_state()?;
            (state.object.bits() == object.bits()).then_some(state)
        };
        let states: Option<Vec<_>> =
            (0..6).map(|index| state(index).map(|state| (state.entry, state.kind, state.storage))).collect();
        let Some(states) = states else { return false };
        let kinds: Vec<i32> = states.iter().map(|(_, kind, _)| *kind).collect();
        let same_storage = states[0].2 == states[3].2 && states[4].2 == states[5].2 && states[0].2 != states[4].2;
        kinds[..4] == [0, 1, 2, 2] && kinds[4] != 2 && kinds[5] == 2 && states[3].0 != states[2].0 && same_storage
    });
}
