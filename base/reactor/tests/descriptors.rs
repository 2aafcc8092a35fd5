//! Counts the process's descriptors. It is a test binary of its own so that no other test opens any meanwhile.

use brio_reactor::{Interest, Mailbox, Reactor, Signals, Token};
use std::rc::Rc;

fn descriptor_count() -> usize {
    std::fs::read_dir("/dev/fd").unwrap().count()
}

fn use_a_reactor() {
    let reactor = Rc::new(Reactor::new().unwrap());
    let mailbox = Mailbox::new(&reactor);
    mailbox.remote().post(1).unwrap();
    let mut signals = Signals::new(Rc::clone(&reactor), Token(1));
    // SIGUSR1 and SIGUSR2 on Linux; their meaning elsewhere does not matter here.
    signals.subscribe(10).unwrap();
    signals.subscribe(12).unwrap();
    signals.unsubscribe(10);
    let (mut near, _far) = mio::net::UnixStream::pair().unwrap();
    reactor.register(&mut near, Interest::READABLE, Token(2)).unwrap();
    reactor.poll(None, &mut |_, _| {}).unwrap();
}

#[test]
fn a_reactor_gives_every_descriptor_back() {
    use_a_reactor();
    let before = descriptor_count();
    (0..10).for_each(|_| use_a_reactor());
    assert_eq!(descriptor_count(), before);
}
