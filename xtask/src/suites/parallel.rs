//! Runs jobs on a few threads and delivers their results in the order of the jobs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Two at a time: tests measure time-outs, and the test machines are small.
pub const JOBS: usize = 2;

/// Calls `work` for each item on [`JOBS`] threads and `done` on this thread, in the order of `items`.
pub fn for_each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync, mut done: impl FnMut(&T, R)) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..JOBS.min(items.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<R>> = items.iter().map(|_| None).collect();
        let mut shown = 0;
        for (index, result) in receiver {
            waiting[index] = Some(result);
            while let Some(result) = waiting.get_mut(shown).and_then(Option::take) {
                done(&items[shown], result);
                shown += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::for_each;

    #[test]
    fn every_job_runs_once_and_results_come_in_order() {
        let items: Vec<u64> = (0..20).collect();
        let mut results = Vec::new();
        // Later jobs are quicker, so they finish first.
        for_each(
            &items,
            |item| {
                std::thread::sleep(std::time::Duration::from_millis(20 - item));
                item * 2
            },
            |_, result| results.push(result),
        );
        assert_eq!(results, (0..20).map(|item| item * 2).collect::<Vec<_>>());
    }
}
