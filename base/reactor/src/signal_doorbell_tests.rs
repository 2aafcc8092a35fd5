use super::*;
use crate::{Mailbox, Reactor};
use signal_hook::consts::SIGALRM;
use std::time::Duration;

static FLAG: AtomicBool = AtomicBool::new(false);

#[test]
fn the_signal_sets_the_flag_and_ends_the_poll() {
    let reactor = Reactor::new().unwrap();
    let mailbox: Mailbox<()> = Mailbox::new(&reactor);
    wake_at_signal(SIGALRM, mailbox.remote(), &FLAG).unwrap();
    assert!(!reactor.poll(Some(Duration::ZERO), &mut |_, _| ()).unwrap().woken);
    low_level::raise(SIGALRM).unwrap();
    assert!(reactor.poll(Some(Duration::from_secs(5)), &mut |_, _| ()).unwrap().woken);
    assert!(FLAG.load(Ordering::Acquire));
}
