use super::{LockRequestKind, LockState, forget_thread, release, request, snapshot};

fn request_lock(name: &str, is_shared: bool, mode: LockRequestKind, thread: u32) -> (u32, LockState) {
    request(name, is_shared, mode, thread, None)
}

fn holders(name: &str) -> (Vec<u32>, Vec<u32>) {
    let lines: Vec<_> = snapshot().into_iter().filter(|line| line.name == name).collect();
    let of = |is_held: bool| lines.iter().filter(|line| line.is_held == is_held).map(|line| line.thread).collect();
    (of(true), of(false))
}

#[test]
fn an_exclusive_lock_has_one_holder_and_a_queue() {
    let (first, state) = request_lock("exclusive", false, LockRequestKind::Wait, 1);
    assert_eq!(state, LockState::Granted);
    assert_eq!(request_lock("exclusive", false, LockRequestKind::Wait, 2).1, LockState::Queued);
    assert_eq!(request_lock("exclusive", true, LockRequestKind::IfAvailable, 3).1, LockState::Unavailable);
    assert_eq!(holders("exclusive"), (vec![1], vec![2]));
    release(first);
    assert_eq!(holders("exclusive"), (vec![2], vec![]));
    forget_thread(2);
    assert_eq!(holders("exclusive"), (vec![], vec![]));
}

#[test]
fn shared_locks_go_together_but_not_past_an_exclusive_request() {
    assert_eq!(request_lock("shared", true, LockRequestKind::Wait, 11).1, LockState::Granted);
    assert_eq!(request_lock("shared", true, LockRequestKind::Wait, 12).1, LockState::Granted);
    let (exclusive, state) = request_lock("shared", false, LockRequestKind::Wait, 13);
    assert_eq!(state, LockState::Queued);
    assert_eq!(request_lock("shared", true, LockRequestKind::Wait, 14).1, LockState::Queued);
    release(exclusive);
    assert_eq!(holders("shared"), (vec![11, 12, 14], vec![]));
    [11, 12, 14].into_iter().for_each(forget_thread);
}

#[test]
fn a_thief_gets_the_lock_before_the_queue() {
    let (victim, _) = request_lock("stolen", false, LockRequestKind::Wait, 21);
    let _ = request_lock("stolen", false, LockRequestKind::Wait, 22);
    let (thief, state) = request_lock("stolen", false, LockRequestKind::Steal, 23);
    assert_eq!(state, LockState::Granted);
    assert_eq!(holders("stolen"), (vec![23], vec![22]));
    release(victim);
    assert_eq!(holders("stolen"), (vec![23], vec![22]));
    release(thief);
    assert_eq!(holders("stolen"), (vec![22], vec![]));
    forget_thread(22);
}
