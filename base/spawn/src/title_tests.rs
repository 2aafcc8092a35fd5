use super::{arguments, arguments_in_memory, c_library_version, set_title};

#[test]
fn the_title_takes_the_place_of_the_arguments() {
    let before = arguments().to_vec();
    let place = arguments_in_memory().expect("there is /proc");
    let long = "é".repeat(place.len());
    let shown = set_title(&long);
    assert!(shown.len() < place.len() && long.starts_with(&shown));
    assert_eq!(set_title("short"), "short");
    let command_line = std::fs::read("/proc/self/cmdline").expect("there is /proc");
    let end = command_line.iter().position(|byte| *byte == 0).unwrap_or(command_line.len());
    assert_eq!(&command_line[..end], b"short");
    assert_eq!(arguments(), before);
}

#[test]
fn glibc_has_a_version() {
    let version = c_library_version();
    assert_eq!(version.is_some(), cfg!(target_env = "gnu"));
    assert!(version.is_none_or(|version| version.split('.').all(|part| part.parse::<u32>().is_ok())));
}
