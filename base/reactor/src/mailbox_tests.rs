use super::*;
use std::thread;
use std::time::{Duration, Instant};

fn poll(reactor: &Reactor, timeout: Option<Duration>) -> bool {
    reactor.poll(timeout, &mut |_, _| unreachable!("nothing is registered")).unwrap().woken
}

#[test]
fn messages_of_one_thread_arrive_in_order_and_drain_keeps_the_buffer() {
    let reactor = Reactor::new().unwrap();
    let mailbox = Mailbox::new(&reactor);
    let remote = mailbox.remote();
    (0..3).for_each(|number| remote.post(number).unwrap());
    assert!(poll(&reactor, None), "a post before the poll makes it return at once");
    let mut batch = vec![-1];
    assert_eq!(mailbox.drain(&mut batch), 3);
    assert_eq!(batch, [-1, 0, 1, 2]);
    assert_eq!(mailbox.drain(&mut batch), 0);
    assert!(!poll(&reactor, Some(Duration::ZERO)), "one burst wakes once");
}

#[test]
fn a_post_wakes_a_sleeping_loop() {
    let reactor = Reactor::new().unwrap();
    let mailbox = Mailbox::new(&reactor);
    let remote = mailbox.remote();
    let sender = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        remote.post("hello").unwrap();
    });
    let start = Instant::now();
    let mut batch = Vec::new();
    while batch.is_empty() {
        poll(&reactor, Some(Duration::from_secs(5)));
        mailbox.drain(&mut batch);
    }
    sender.join().unwrap();
    assert_eq!(batch, ["hello"]);
    assert!(start.elapsed() < Duration::from_secs(4));
}

#[test]
fn no_message_of_many_threads_is_lost_or_left_sleeping() {
    const THREADS: usize = 4;
    const EACH: usize = 20_000;
    let reactor = Reactor::new().unwrap();
    let mailbox = Mailbox::new(&reactor);
    let senders: Vec<_> = (0..THREADS)
        .map(|thread| {
            let remote = mailbox.remote();
            thread::spawn(move || (0..EACH).for_each(|number| remote.post((thread, number)).unwrap()))
        })
        .collect();
    let mut next = [0; THREADS];
    let mut batch = Vec::new();
    while next.iter().sum::<usize>() < THREADS * EACH {
        let start = Instant::now();
        let woken = poll(&reactor, Some(Duration::from_secs(10)));
        assert!(start.elapsed() < Duration::from_secs(9), "slept over a message");
        if woken {
            mailbox.drain(&mut batch);
        }
        for (thread, number) in batch.drain(..) {
            assert_eq!(number, next[thread]);
            next[thread] += 1;
        }
    }
    senders.into_iter().for_each(|sender| sender.join().unwrap());
}

#[test]
fn a_closed_mailbox_gives_the_message_back() {
    let reactor = Reactor::new().unwrap();
    let mailbox = Mailbox::new(&reactor);
    let remote = mailbox.remote();
    remote.post(1).unwrap();
    assert!(!remote.is_closed());
    assert_eq!(mailbox.close(), [1]);
    assert_eq!(remote.post(2), Err(LoopClosed(2)));
    assert!(remote.is_closed() && !mailbox.has_messages());

    let dropped = Mailbox::new(&reactor);
    let remote = dropped.remote();
    drop(dropped);
    drop(reactor);
    assert_eq!(remote.post(3), Err(LoopClosed(3)));
}

#[test]
fn wake_needs_no_message() {
    let reactor = Reactor::new().unwrap();
    let mailbox: Mailbox<()> = Mailbox::new(&reactor);
    mailbox.remote().wake();
    assert!(poll(&reactor, None));
    assert!(!mailbox.has_messages());
}
