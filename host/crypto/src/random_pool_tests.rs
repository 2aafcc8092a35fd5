use super::*;
use std::cell::Cell;
use std::collections::HashSet;

fn zeros(target: &mut [u8]) -> Result<(), OpError> {
    target.fill(0);
    Ok(())
}

#[test]
fn the_bytes_are_the_key_stream_of_chacha20_behind_the_next_key() {
    // RFC 8439, A.1, test vectors 1 and 2: the zero key, blocks 0 and 1.
    const REST_OF_BLOCK_0: [u8; 32] = [
        0xda, 0x41, 0x59, 0x7c, 0x51, 0x57, 0x48, 0x8d, 0x77, 0x24, 0xe0, 0x3f, 0xb8, 0xd8, 0x4a, 0x37, 0x6a, 0x43,
        0xb8, 0xf4, 0x15, 0x18, 0xa1, 0x1c, 0xc3, 0x87, 0xb6, 0x69, 0xb2, 0xee, 0x65, 0x86,
    ];
    const BEGIN_OF_BLOCK_1: [u8; 16] =
        [0x9f, 0x07, 0xe7, 0xbe, 0x55, 0x51, 0x38, 0x7a, 0x98, 0xba, 0x97, 0x7c, 0x73, 0x2d, 0x08, 0x0d];
    for length in [48, 200] {
        let mut target = vec![0; length];
        RandomPool::default().fill(&mut target, zeros).unwrap();
        assert_eq!(target[..32], REST_OF_BLOCK_0, "{length} bytes");
        assert_eq!(target[32..48], BEGIN_OF_BLOCK_1, "{length} bytes");
    }
}

#[test]
fn every_byte_is_given_out_once_and_forgotten() {
    let mut pool = RandomPool::default();
    let mut seen = HashSet::new();
    for round in 0..2_000 {
        let mut target = [0; 16];
        pool.fill(&mut target, zeros).unwrap();
        assert!(seen.insert(target), "round {round}");
        assert!(pool.bytes[..pool.used].iter().all(|byte| *byte == 0));
        let mut large = [0; 1000];
        pool.fill(&mut large, zeros).unwrap();
        let (first, last) = (large[..16].try_into().unwrap(), large[984..].try_into().unwrap());
        assert!(seen.insert(first) && seen.insert(last), "round {round}");
    }
}

#[test]
fn the_system_is_asked_after_each_megabyte() {
    let asked = Cell::new(0);
    let system = |target: &mut [u8]| {
        asked.set(asked.get() + 1);
        zeros(target)
    };
    let mut pool = RandomPool::default();
    let mut target = vec![0; 1 << 10];
    for _ in 0..(1 << 10) {
        pool.fill(&mut target, system).unwrap();
    }
    assert_eq!(asked.get(), 1);
    pool.fill(&mut target, system).unwrap();
    assert_eq!(asked.get(), 2);
    pool.fill(&mut vec![0; 3 << 20], system).unwrap();
    assert_eq!(asked.get(), 3);
}

#[test]
fn a_copy_of_the_process_has_other_bytes() {
    let fill = |pool: &mut RandomPool, seed: u8| {
        let mut target = [0; 16];
        let system = |bytes: &mut [u8]| {
            bytes.fill(seed);
            Ok(())
        };
        pool.fill(&mut target, system).unwrap();
        target
    };
    let (mut parent, mut child) = (RandomPool::default(), RandomPool::default());
    assert_eq!(fill(&mut parent, 1), fill(&mut child, 1));
    child.fork_count = child.fork_count.wrapping_sub(1);
    assert_ne!(fill(&mut parent, 2), fill(&mut child, 2));
}

#[test]
fn a_failure_of_the_system_gives_nothing() {
    let mut pool = RandomPool::default();
    let mut target = [7; 16];
    assert!(pool.fill(&mut target, |_| Err(OpError::coded("ERR_OPERATION_FAILED", "no"))).is_err());
    assert_eq!(target, [7; 16]);
}
