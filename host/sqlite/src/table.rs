//! A table of items by number. A number is not used by two threads, because a collector may still refer to an item of
//! the thread that used its virtual machine before.

use brio_realm::op::Numbers;

/// The items that a thread holds for JavaScript. Numbers are never 0.
pub struct Table<T> {
    first: u32,
    slots: Vec<Option<T>>,
    free: Vec<u32>,
}

/// Smaller than the number range of a thread.
const COUNT_MAX: usize = 1 << 21;

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { first: Numbers::default().next(|_| false), slots: Vec::new(), free: Vec::new() }
    }
}

impl<T> Table<T> {
    /// Stores `item`. Returns its number, or 0 when there are too many.
    pub fn add(&mut self, item: T) -> u32 {
        if let Some(index) = self.free.pop() {
            self.slots[index as usize] = Some(item);
            return self.first + index;
        }
        if self.slots.len() == COUNT_MAX {
            return 0;
        }
        self.slots.push(Some(item));
        self.first + (self.slots.len() - 1) as u32
    }

    /// The item of that number.
    #[inline]
    pub fn get(&self, number: u32) -> Option<&T> {
        self.slots.get(number.wrapping_sub(self.first) as usize)?.as_ref()
    }

    /// Removes the item; its number may be reused.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        let index = number.wrapping_sub(self.first);
        let item = self.slots.get_mut(index as usize)?.take();
        if item.is_some() {
            self.free.push(index);
        }
        item
    }

    /// The number of items.
    pub fn count(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// All items.
    pub fn items(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().flatten()
    }

    /// The numbers of the items that `matches` selects.
    pub fn numbers_of(&self, matches: impl Fn(&T) -> bool) -> Vec<u32> {
        self.slots
            .iter()
            .enumerate()
            .filter(|(_, item)| item.as_ref().is_some_and(&matches))
            .map(|(index, _)| self.first + index as u32)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn a_number_leads_to_its_thing_until_it_is_removed() {
        let mut table = Table::default();
        let (first, second) = (table.add('a'), table.add('b'));
        assert!(first != 0 && second == first + 1);
        assert_eq!(
            (table.get(first), table.get(second), table.get(second + 1), table.get(0)),
            (Some(&'a'), Some(&'b'), None, None)
        );
        assert_eq!((table.remove(first), table.remove(first)), (Some('a'), None));
        assert_eq!((table.add('c'), table.count()), (first, 2));
        assert_eq!(table.numbers_of(|item| *item == 'c'), [first]);
    }
}
