//! Runs jobs on a few threads and delivers their results in the order of the jobs.

use crate::report::print_failure;
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

/// With more failures than this it is not the load of the machine that fails tests.
pub const SECOND_ATTEMPTS_MAX: usize = 8;

/// Like [`for_each`], but runs jobs for which `failure` returns a message again, alone, when all others are done.
/// `done` gets the second result then. Returns how many failed at first and passed alone; each is printed with its
/// first message, so that a test that depends on the load of the machine stays visible.
pub fn for_each_with_second_attempt<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    failure: impl Fn(&T, &R) -> Option<(String, String)>,
    mut done: impl FnMut(&T, R),
) -> usize {
    let mut failed: Vec<(&T, R, (String, String))> = Vec::new();
    let borrowed: Vec<&T> = items.iter().collect();
    for_each(
        &borrowed,
        |item| work(item),
        |item, result| match failure(item, &result) {
            Some(message) => failed.push((item, result, message)),
            None => done(item, result),
        },
    );
    let mut unstable = 0;
    let is_repeated = failed.len() <= SECOND_ATTEMPTS_MAX;
    for (item, mut result, (name, message)) in failed {
        if is_repeated {
            result = work(item);
            if failure(item, &result).is_none() {
                unstable += 1;
                print_failure("UNSTABLE", &format!("{name}: passed alone; beside other tests:"), &message);
            }
        }
        done(item, result);
    }
    unstable
}

#[cfg(test)]
mod tests {
    use super::{for_each, for_each_with_second_attempt};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_failed_job_runs_again_once_and_its_second_result_counts() {
        let runs = AtomicUsize::new(0);
        let work =
            |item: &u32| if *item == 7 { 7 } else { *item + 10 * u32::from(runs.fetch_add(1, Ordering::SeqCst) > 1) };
        let mut results = Vec::new();
        let unstable = for_each_with_second_attempt(
            &[1, 7, 2],
            work,
            |_, result| (*result < 10).then(|| (result.to_string(), String::new())),
            |item, result| results.push((*item, result)),
        );
        results.sort_unstable();
        assert_eq!((unstable, results), (2, vec![(1, 11), (2, 12), (7, 7)]));
    }

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
