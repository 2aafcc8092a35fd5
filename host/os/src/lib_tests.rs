use super::*;

#[test]
fn memory_is_read_in_bytes() {
    let report = "MemTotal:       24684092 kB\nMemFree:  1 kB\nMemAvailable:   1000 kB\n";
    assert_eq!(memory_bytes(report, "MemTotal:"), 24_684_092.0 * 1024.0);
    assert_eq!(memory_bytes(report, "MemAvailable:"), 1_024_000.0);
    assert_eq!(memory_bytes(report, "Nothing:"), 0.0);
}

#[test]
fn words_are_read_as_numbers() {
    assert_eq!(number_at("0.15 0.37 0.17 1/99 4", 1), 0.37);
    assert_eq!(number_at("", 0), 0.0);
}

#[test]
fn a_negative_process_does_not_exist() {
    assert!(process(-1).is_err());
    assert_eq!(process(0), Ok(None));
}

#[test]
fn the_loopback_interface_is_listed() {
    let list = interfaces::list().unwrap();
    let loopback = list.chunks_exact(7).find(|fields| fields[1] == "127.0.0.1").unwrap();
    assert_eq!(loopback[2..6], ["255.0.0.0", "IPv4", "00:00:00:00:00:00", "internal"]);
}
