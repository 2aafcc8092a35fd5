use super::*;
use crate::{Mailbox, Reactor};
use std::sync::mpsc;
use std::time::Instant;

fn collect<C>(reactor: &Reactor, mailbox: &Mailbox<C>, count: usize) -> Vec<C> {
    let deadline = Instant::now() + Duration::from_secs(10);
    let mut all = Vec::new();
    while all.len() < count {
        assert!(Instant::now() < deadline, "{} of {count} completions", all.len());
        reactor.poll(Some(Duration::from_secs(1)), &mut |_, _| {}).unwrap();
        mailbox.drain(&mut all);
    }
    all
}

#[test]
fn completions_arrive_in_the_order_of_finishing() {
    let reactor = Reactor::new().unwrap();
    let mailbox = Mailbox::new(&reactor);
    let pool = ThreadPool::new(2, Duration::from_secs(1));
    let (release, held) = mpsc::channel();
    pool.spawn(Box::new(move || held.recv().map(|()| "slow").unwrap()), mailbox.remote());
    pool.spawn(Box::new(|| "quick"), mailbox.remote());
    assert_eq!(collect(&reactor, &mailbox, 1), ["quick"]);
    release.send(()).unwrap();
    assert_eq!(collect(&reactor, &mailbox, 1), ["slow"]);
}

#[test]
fn threads_start_as_needed_up_to_the_limit_and_end_when_idle() {
    let reactor = Reactor::new().unwrap();
    let mailbox = Mailbox::new(&reactor);
    let pool = ThreadPool::new(3, Duration::from_millis(30));
    assert_eq!(pool.thread_count(), 0);
    let (release, held) = mpsc::channel::<()>();
    let held = Arc::new(Mutex::new(held));
    for number in 0..10 {
        let held = Arc::clone(&held);
        let job = move || held.lock().recv().map(|()| number).unwrap();
        pool.spawn(Box::new(job), mailbox.remote());
    }
    assert_eq!(pool.thread_count(), 3);
    (0..10).for_each(|_| release.send(()).unwrap());
    let mut all = collect(&reactor, &mailbox, 10);
    all.sort_unstable();
    assert_eq!(all, (0..10).collect::<Vec<_>>());

    let deadline = Instant::now() + Duration::from_secs(5);
    while pool.thread_count() > 0 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(pool.thread_count(), 0);
    pool.spawn(Box::new(|| 11), mailbox.remote());
    assert_eq!(collect(&reactor, &mailbox, 1), [11], "an empty pool starts again");
}

#[test]
fn many_jobs_from_many_loops_all_finish() {
    let pool = ThreadPool::new(4, Duration::from_millis(1));
    let loops: Vec<_> = (0..3)
        .map(|_| {
            let pool = pool.clone();
            std::thread::spawn(move || {
                let reactor = Reactor::new().unwrap();
                let mailbox = Mailbox::new(&reactor);
                for round in 0..50 {
                    (0..100).for_each(|number| pool.spawn(Box::new(move || number), mailbox.remote()));
                    assert_eq!(collect(&reactor, &mailbox, 100).len(), 100, "round {round}");
                }
            })
        })
        .collect();
    loops.into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn a_job_that_blocks_behind_short_ones_does_not_hold_up_the_queue() {
    let reactor = Reactor::new().unwrap();
    let mailbox = Mailbox::new(&reactor);
    let pool = ThreadPool::new(4, Duration::from_secs(1));
    for round in 0..20 {
        (0..100).for_each(|number| pool.spawn(Box::new(move || number), mailbox.remote()));
        collect(&reactor, &mailbox, 100);
        assert!(pool.shared.state.lock().mean_time < nanoseconds(BACKLOG_MAX), "round {round}: the jobs are short");
        let (release, held) = mpsc::channel();
        let (release_first, held_first) = mpsc::channel();
        pool.spawn(Box::new(move || held.recv().map(|()| 1).unwrap()), mailbox.remote());
        pool.spawn(
            Box::new(move || held_first.recv().map(|()| release.send(()).map(|()| 2).unwrap()).unwrap()),
            mailbox.remote(),
        );
        pool.spawn(Box::new(move || release_first.send(()).map(|()| 3).unwrap()), mailbox.remote());
        let mut all = collect(&reactor, &mailbox, 3);
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3], "round {round}");
    }
}

#[test]
fn short_jobs_need_no_further_thread_while_one_works_and_one_watches() {
    let mut state = State::new();
    state.thread_count = 2;
    state.idle_count = 1;
    state.is_watched = true;
    (0..3).for_each(|_| state.jobs.push_back(Box::new(|| ())));
    assert!(state.needs_another_thread(), "nothing is known of the jobs");
    (0..100).for_each(|_| state.add_time(Duration::from_micros(10)));
    assert!(!state.needs_another_thread());
    state.is_watched = false;
    assert!(state.needs_another_thread(), "a blocked thread would not be noticed");
    state.is_watched = true;
    (0..30).for_each(|_| state.jobs.push_back(Box::new(|| ())));
    assert!(state.needs_another_thread(), "too many jobs");
    state.jobs.clear();
    (0..2).for_each(|_| state.add_time(Duration::from_secs(1)));
    state.jobs.push_back(Box::new(|| ()));
    assert!(state.needs_another_thread(), "longer jobs");
    state.idle_count = 2;
    (0..100).for_each(|_| state.add_time(Duration::from_micros(10)));
    assert!(state.needs_another_thread(), "no thread runs");
}

#[test]
fn a_panic_becomes_a_completion_and_the_thread_lives_on() {
    let reactor = Reactor::new().unwrap();
    let mailbox: Mailbox<Result<u8, String>> = Mailbox::new(&reactor);
    let pool = ThreadPool::new(1, Duration::from_secs(5));
    pool.spawn_guarded(Box::new(|| panic!("broken {}", 1)), Err, mailbox.remote());
    pool.spawn(Box::new(|| panic!("not reported")), mailbox.remote());
    pool.spawn(Box::new(|| Ok(2)), mailbox.remote());
    assert_eq!(collect(&reactor, &mailbox, 2), [Err("broken 1".to_owned()), Ok(2)]);
    assert_eq!(pool.thread_count(), 1);
}

#[test]
fn the_size_is_read_as_libuv_reads_it() {
    assert_eq!(thread_count(None), 4);
    assert_eq!(thread_count(Some("16")), 16);
    assert_eq!(thread_count(Some("0")), 1);
    assert_eq!(thread_count(Some("none")), 1);
    assert_eq!(thread_count(Some("9999")), 1024);
}

#[test]
fn waiting_for_an_idle_pool_ends_with_its_jobs_or_its_time() {
    let reactor = Reactor::new().unwrap();
    let mailbox = Mailbox::new(&reactor);
    let pool = ThreadPool::new(2, Duration::from_secs(1));
    assert!(pool.wait_until_idle(Duration::ZERO));
    let (release, held) = mpsc::channel::<()>();
    pool.spawn(Box::new(move || held.recv().is_ok()), mailbox.remote());
    assert!(!pool.wait_until_idle(Duration::from_millis(20)));
    release.send(()).unwrap();
    assert!(pool.wait_until_idle(Duration::from_secs(10)));
    assert_eq!(collect(&reactor, &mailbox, 1), [true]);
}
