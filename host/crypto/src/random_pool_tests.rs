use super::*;
use std::cell::Cell;

#[test]
fn every_byte_is_given_out_once_and_forgotten() {
    let next = Cell::new(0u32);
    let asked = Cell::new(0);
    // Counts instead of random bytes: a byte that is handed out twice shows.
    let system = |target: &mut [u8]| {
        asked.set(asked.get() + 1);
        for pair in target.chunks_mut(2) {
            next.set(next.get() + 1);
            pair.copy_from_slice(&(next.get() as u16).to_le_bytes()[..pair.len()]);
        }
        Ok(())
    };
    let mut pool = RandomPool::default();
    let mut seen = std::collections::HashSet::new();
    for round in 0..2_000 {
        let mut target = [0; 16];
        pool.fill(&mut target, system).unwrap();
        for pair in target.chunks(2) {
            assert!(seen.insert(u16::from_le_bytes([pair[0], pair[1]])), "round {round}");
        }
        assert!(pool.bytes[..pool.used].iter().all(|byte| *byte == 0));
    }
    assert_eq!(asked.get(), (2_000usize * 16).div_ceil(POOL_BYTES));
    let mut large = [0; 1000];
    pool.fill(&mut large, system).unwrap();
    assert!(large.iter().any(|byte| *byte != 0));
}

#[test]
fn a_failure_of_the_system_gives_nothing() {
    let mut pool = RandomPool::default();
    let mut target = [7; 16];
    assert!(pool.fill(&mut target, |_| Err(OpError::coded("ERR_OPERATION_FAILED", "no"))).is_err());
    assert_eq!(target, [7; 16]);
}
