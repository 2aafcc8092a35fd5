use super::*;

#[test]
fn a_child_of_fork_counts_one_more_than_its_parent() {
    let before = fork_count();
    // SAFETY: the child only reads an atomic number and ends.
    let child = unsafe { libc::fork() };
    assert!(child >= 0, "the system has room for a process");
    if child == 0 {
        let is_counted = fork_count() == before + 1;
        // SAFETY: ends the child without running what belongs to the parent.
        unsafe { libc::_exit(if is_counted { 7 } else { 1 }) };
    }
    let mut status = 0;
    // SAFETY: a child of this process, and a live word for its status.
    let waited = unsafe { libc::waitpid(child, &mut status, 0) };
    assert_eq!((waited, libc::WEXITSTATUS(status)), (child, 7));
    assert_eq!(fork_count(), before);
}
