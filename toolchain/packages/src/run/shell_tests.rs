use super::{Shell, find};

#[test]
fn the_own_shell_is_for_systems_without_another() {
    let folder = std::env::temp_dir().join(format!("brio-shell-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let missing = folder.join("missing");
    let path = std::env::join_paths([&missing, &folder]).expect("the paths have no colon");
    assert_eq!(find(&missing, Some(&path)), Shell::Own);
    assert_eq!(find(&missing, None), Shell::Own);
    let shell = folder.join("sh");
    std::fs::write(&shell, "").expect("the file can be written");
    assert_eq!(find(&missing, Some(&path)), Shell::File(shell.clone()));
    assert_eq!(find(&shell, None), Shell::File(shell));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
