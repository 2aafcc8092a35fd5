use super::*;
use signal_hook::consts::{SIGFPE, SIGHUP, SIGILL, SIGKILL, SIGPROF, SIGSEGV, SIGUSR1, SIGUSR2, SIGVTALRM, SIGWINCH};
use std::os::unix::process::ExitStatusExt;
use std::process::Command;
use std::time::{Duration, Instant};

const TOKEN: Token = Token(9);

fn wait_for(reactor: &Reactor, signals: &mut Signals, wanted: usize) -> Vec<i32> {
    let deadline = Instant::now() + Duration::from_secs(5);
    let mut seen = Vec::new();
    while seen.len() < wanted && Instant::now() < deadline {
        let mut ready = false;
        reactor.poll(Some(Duration::from_millis(50)), &mut |token, _| ready |= token == TOKEN).unwrap();
        if ready {
            signals.drain(&mut |number| seen.push(number));
        }
    }
    seen
}

#[test]
fn every_delivery_arrives_with_its_number() {
    let reactor = Rc::new(Reactor::new().unwrap());
    let mut signals = Signals::new(Rc::clone(&reactor), TOKEN);
    signals.subscribe(SIGUSR1).unwrap();
    signals.subscribe(SIGWINCH).unwrap();
    for number in [SIGUSR1, SIGWINCH, SIGUSR1] {
        low_level::raise(number).unwrap();
    }
    let mut seen = wait_for(&reactor, &mut signals, 3);
    seen.sort_unstable();
    let mut expected = [SIGUSR1, SIGUSR1, SIGWINCH];
    expected.sort_unstable();
    assert_eq!(seen, expected);
}

#[test]
fn two_loops_both_get_the_signal_and_one_can_leave() {
    let first_reactor = Rc::new(Reactor::new().unwrap());
    let second_reactor = Rc::new(Reactor::new().unwrap());
    let mut first = Signals::new(Rc::clone(&first_reactor), TOKEN);
    let mut second = Signals::new(Rc::clone(&second_reactor), TOKEN);
    first.subscribe(SIGUSR2).unwrap();
    second.subscribe(SIGUSR2).unwrap();
    low_level::raise(SIGUSR2).unwrap();
    assert_eq!(wait_for(&first_reactor, &mut first, 1), [SIGUSR2]);
    assert_eq!(wait_for(&second_reactor, &mut second, 1), [SIGUSR2]);

    assert!(first.unsubscribe(SIGUSR2));
    assert!(!first.unsubscribe(SIGUSR2));
    assert!(first.is_empty());
    low_level::raise(SIGUSR2).unwrap();
    assert_eq!(wait_for(&second_reactor, &mut second, 1), [SIGUSR2]);
}

#[test]
fn signals_that_cannot_be_caught_are_refused() {
    let reactor = Rc::new(Reactor::new().unwrap());
    let mut signals = Signals::new(reactor, TOKEN);
    for number in [SIGKILL, 0, -1] {
        assert_eq!(signals.subscribe(number).unwrap_err().kind(), io::ErrorKind::InvalidInput, "{number}");
    }
    assert!(signals.subscribe(4000).is_err());
    assert!(signals.is_empty());
}

/// The second half runs in a child process (this same test, selected by an environment variable), since it dies.
#[test]
fn the_default_action_is_back_when_nobody_listens() {
    const CHILD: &str = "BRIO_REACTOR_SIGNAL_CHILD";
    if std::env::var_os(CHILD).is_some() {
        let mut signals = Signals::new(Rc::new(Reactor::new().unwrap()), TOKEN);
        signals.subscribe(SIGHUP).unwrap();
        low_level::raise(SIGHUP).unwrap();
        signals.unsubscribe(SIGHUP);
        low_level::raise(SIGHUP).unwrap();
        std::process::exit(0);
    }
    let name = "signals::tests::the_default_action_is_back_when_nobody_listens";
    let mut child = Command::new(std::env::current_exe().unwrap());
    let status = child.args(["--exact", name, "--nocapture"]).env(CHILD, "1").output().unwrap().status;
    assert_eq!(status.signal(), Some(SIGHUP), "{status:?}");
}

#[test]
fn a_flag_takes_the_place_of_the_default_action() {
    let signal = SignalFlag::new(SIGHUP).unwrap();
    let flag = signal.flag();
    assert!(!flag.load(Ordering::SeqCst));
    low_level::raise(SIGHUP).unwrap();
    assert!(flag.load(Ordering::SeqCst));
    assert!(SignalFlag::new(SIGKILL).is_err());
}

#[test]
fn programs_may_listen_to_faults_that_are_never_told() {
    let reactor = Rc::new(Reactor::new().unwrap());
    let mut signals = Signals::new(reactor, TOKEN);
    for number in [SIGSEGV, SIGFPE, SIGILL] {
        assert!(signals.subscribe(number).is_ok(), "{number}");
        assert!(!signals.unsubscribe(number), "{number}");
    }
}

#[test]
fn every_signal_that_can_be_caught_can_be_listened_to() {
    let mut signals = Signals::new(Rc::new(Reactor::new().unwrap()), TOKEN);
    for number in (1..=31).filter(|number| !matches!(*number, SIGKILL | SIGSTOP)) {
        signals.subscribe(number).unwrap_or_else(|error| panic!("signal {number}: {error}"));
    }
}

#[test]
fn a_reader_gets_each_delivery_once() {
    let reader = SignalReader::new(&[SIGPROF, SIGVTALRM]).unwrap();
    assert_eq!(reader.next(), None);
    for number in [SIGVTALRM, SIGPROF, SIGVTALRM] {
        low_level::raise(number).unwrap();
    }
    let mut seen: Vec<i32> = std::iter::from_fn(|| reader.next()).collect();
    seen.sort_unstable();
    assert_eq!(seen, [SIGVTALRM, SIGVTALRM, SIGPROF]);
    assert!(SignalReader::new(&[SIGKILL]).is_err());
}
