use super::{stat, write_record};
use rustix::io::Errno;

#[test]
fn numbers_are_written_as_doubles_or_as_integers() {
    let mut out = [0; 16];
    write_record(&mut out, &[3, -1], false).expect("16 bytes hold two numbers");
    assert_eq!(out[..8], 3f64.to_ne_bytes());
    write_record(&mut out, &[3, -1], true).expect("16 bytes hold two numbers");
    assert_eq!(out[8..], (-1i64).to_ne_bytes());
}

#[test]
fn a_record_that_is_too_short_is_refused() {
    assert_eq!(write_record(&mut [0; 15], &[1, 2], false), Err(Errno::INVAL));
}

#[test]
fn a_missing_path_is_false_only_when_asked() {
    let mut out = [0; 144];
    assert!(!stat("/nowhere/at/all", &mut out, false, true).expect("missing is no error here"));
    assert_eq!(stat("/nowhere/at/all", &mut out, false, false).expect_err("nothing is there").raw_errno(), 2);
}
