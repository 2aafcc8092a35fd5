use super::*;

#[test]
fn a_unit_that_does_not_fit_is_not_cut() {
    let mut odd = [0; 3];
    assert_eq!(write_units([0x41, 0x42].into_iter(), &mut odd), 2);
}
