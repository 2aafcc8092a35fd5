use super::{Answer, How, forget_thread, release, request, snapshot};

fn ask(name: &str, is_shared: bool, how: How, thread: u32) -> (u32, Answer) {
    request(name, is_shared, how, thread, None)
}

fn holders(name: &str) -> (Vec<u32>, Vec<u32>) {
    let lines: Vec<_> = snapshot().into_iter().filter(|line| line.name == name).collect();
    let of = |is_held: bool| lines.iter().filter(|line| line.is_held == is_held).map(|line| line.thread).collect();
    (of(true), of(false))
}

#[test]
fn an_exclusive_lock_has_one_holder_and_a_queue() {
    let (first, answer) = ask("exclusive", false, How::Wait, 1);
    assert_eq!(answer, Answer::Granted);
    assert_eq!(ask("exclusive", false, How::Wait, 2).1, Answer::Queued);
    assert_eq!(ask("exclusive", true, How::IfAvailable, 3).1, Answer::Unavailable);
    assert_eq!(holders("exclusive"), (vec![1], vec![2]));
    release(first);
    assert_eq!(holders("exclusive"), (vec![2], vec![]));
    forget_thread(2);
    assert_eq!(holders("exclusive"), (vec![], vec![]));
}

#[test]
fn shared_locks_go_together_but_not_past_an_exclusive_request() {
    assert_eq!(ask("shared", true, How::Wait, 11).1, Answer::Granted);
    assert_eq!(ask("shared", true, How::Wait, 12).1, Answer::Granted);
    let (exclusive, answer) = ask("shared", false, How::Wait, 13);
    assert_eq!(answer, Answer::Queued);
    assert_eq!(ask("shared", true, How::Wait, 14).1, Answer::Queued);
    release(exclusive);
    assert_eq!(holders("shared"), (vec![11, 12, 14], vec![]));
    [11, 12, 14].into_iter().for_each(forget_thread);
}

#[test]
fn a_thief_gets_the_lock_before_the_queue() {
    let (victim, _) = ask("stolen", false, How::Wait, 21);
    let _ = ask("stolen", false, How::Wait, 22);
    let (thief, answer) = ask("stolen", false, How::Steal, 23);
    assert_eq!(answer, Answer::Granted);
    assert_eq!(holders("stolen"), (vec![23], vec![22]));
    release(victim);
    assert_eq!(holders("stolen"), (vec![23], vec![22]));
    release(thief);
    assert_eq!(holders("stolen"), (vec![22], vec![]));
    forget_thread(22);
}
