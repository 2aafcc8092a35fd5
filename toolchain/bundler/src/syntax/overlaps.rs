//! Several visitors find edits of one source, and one may replace an expression in which another one has edits.

use super::visitor::Edit;

/// The edits that are not within what another one replaces. Of several for one range the first stays.
pub(super) fn outermost(edits: Vec<Edit>) -> Vec<Edit> {
    let mut replaced: Vec<(u32, u32)> = edits.iter().filter_map(range).filter(|(start, end)| start < end).collect();
    // The longest of those that begin at one place is first.
    replaced.sort_unstable_by_key(|(start, end)| (*start, u32::MAX - *end));
    let mut reached = 0;
    replaced.retain(|(start, end)| {
        let is_outer = *start >= reached;
        reached = reached.max(*end);
        is_outer
    });
    let mut is_used = vec![false; replaced.len()];
    let is_outermost = |edit: &Edit| {
        let Some((start, end)) = range(edit) else { return true };
        let before = replaced.partition_point(|outer| outer.0 <= start);
        let Some(index) = before.checked_sub(1) else { return true };
        let outer = replaced[index];
        if (start, end) == outer {
            return !std::mem::replace(&mut is_used[index], true);
        }
        // What is inserted at an end of the range is beside it.
        start >= outer.1 || (start == end && start == outer.0)
    };
    edits.into_iter().filter(is_outermost).collect()
}

/// What an edit replaces; of an insertion, its place. None of what is neither.
fn range(edit: &Edit) -> Option<(u32, u32)> {
    match edit {
        Edit::Insert { at, .. } => Some((*at, *at)),
        Edit::Replace { start, end, .. } => Some((*start, *end)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(edits: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let edit = |&(start, end): &(u32, u32)| match start == end {
            true => Edit::Insert { at: start, text: String::new() },
            false => Edit::Replace { start, end, text: String::new() },
        };
        outermost(edits.iter().map(edit).collect()).iter().filter_map(range).collect()
    }

    #[test]
    fn what_is_within_another_edit_is_left_out() {
        assert_eq!(ranges(&[(2, 4), (0, 10), (9, 10), (10, 12)]), [(0, 10), (10, 12)]);
        assert_eq!(ranges(&[(0, 3), (5, 9), (5, 6), (12, 14)]), [(0, 3), (5, 9), (12, 14)]);
        assert_eq!(ranges(&[(1, 3), (1, 3)]), [(1, 3)]);
    }

    #[test]
    fn insertions_at_the_ends_stay() {
        assert_eq!(ranges(&[(0, 0), (0, 5), (3, 3), (5, 5), (5, 5)]), [(0, 0), (0, 5), (5, 5), (5, 5)]);
        assert_eq!(ranges(&[]), []);
    }
}
