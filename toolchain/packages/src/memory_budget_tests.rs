//! Shares never exceed the limit, and are returned.

use super::*;

#[test]
fn shares_are_granted_up_to_the_limit() {
    static BUDGET: Budget = Budget::new(100);
    let mut first = BUDGET.take(60).expect("nothing is in use");
    assert!(BUDGET.take(41).is_none());
    let second = BUDGET.take(30).expect("40 are left");
    assert!(first.grow_to(70) && first.grow_to(20) && !first.grow_to(71));
    drop(second);
    assert!(first.grow_to(100) && BUDGET.take(1).is_none());
    drop(first);
    assert!(BUDGET.take(100).is_some() && BUDGET.take(usize::MAX).is_none());
}
