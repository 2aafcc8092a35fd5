use super::{Program, spawn};
use std::io::{PipeReader, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

fn program<'a>(
    file: &'a str,
    arguments: &'a [String],
    environment: &'a [String],
    descriptors: &'a [Option<BorrowedFd<'a>>],
) -> Program<'a> {
    Program {
        file: Path::new(file),
        arguments,
        environment,
        directory: None,
        user: None,
        group: None,
        is_detached: false,
        takes_terminal: false,
        descriptors,
    }
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

fn read_all(mut reader: PipeReader) -> String {
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("a pipe can be read");
    text
}

#[test]
fn a_name_is_searched_and_descriptors_are_numbered_in_order() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let arguments = texts(&["other-name", "-c", "echo $0 $VALUE >&4"]);
    let environment = texts(&["PATH=/usr/bin:/bin", "VALUE=seven"]);
    let descriptors = [None, None, None, None, Some(writer.as_fd())];
    spawn(&program("sh", &arguments, &environment, &descriptors)).expect("sh starts");
    drop(writer);
    assert_eq!(read_all(reader), "other-name seven\n");
}

#[test]
fn the_directory_counts_for_the_child() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let arguments = texts(&["pwd"]);
    let descriptors = [None, Some(writer.as_fd())];
    let wanted = Program { directory: Some(Path::new("/usr")), ..program("pwd", &arguments, &[], &descriptors) };
    spawn(&wanted).expect("pwd starts");
    drop(writer);
    assert_eq!(read_all(reader), "/usr\n");
}

#[test]
fn what_cannot_start_says_why() {
    let errno = |file: &str, directory: Option<&Path>| {
        let arguments = texts(&[file]);
        let wanted = Program { directory, ..program(file, &arguments, &[], &[]) };
        spawn(&wanted).expect_err("it cannot start").raw_os_error()
    };
    assert_eq!(errno("no-such-program-anywhere", None), Some(libc::ENOENT));
    assert_eq!(errno("", None), Some(libc::ENOENT));
    assert_eq!(errno("/etc/passwd", None), Some(libc::EACCES));
    assert_eq!(errno("true", Some(Path::new("/no/such/folder"))), Some(libc::ENOENT));
}
