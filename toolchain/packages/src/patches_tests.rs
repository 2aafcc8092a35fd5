use super::*;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("brio-patches-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    folder
}

#[test]
fn hunks_change_add_and_remove_files() {
    let folder = folder("apply");
    std::fs::write(folder.join("a.js"), "one\ntwo\nthree\n").expect("written");
    std::fs::write(folder.join("gone.js"), "x\n").expect("written");
    let patch = "diff --git a/a.js b/a.js
index 1..2 100644
--- a/a.js
+++ b/a.js
@@ -1,3 +1,4 @@
 one
-two
+2
+2.5
 three
diff --git a/new/b.js b/new/b.js
new file mode 100755
--- /dev/null
+++ b/new/b.js
@@ -0,0 +1 @@
+made
\\ No newline at end of file
diff --git a/gone.js b/gone.js
deleted file mode 100644
--- a/gone.js
+++ /dev/null
@@ -1 +0,0 @@
-x
";
    apply(&folder, patch.as_bytes(), "a@1").expect("it fits");
    assert_eq!(std::fs::read_to_string(folder.join("a.js")).expect("there"), "one\n2\n2.5\nthree\n");
    assert_eq!(std::fs::read_to_string(folder.join("new/b.js")).expect("there"), "made");
    assert!(!folder.join("gone.js").exists());
    assert_eq!(apply(&folder, patch.as_bytes(), "a@1").expect_err("it was applied").code, "EPATCH");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_patch_must_fit_and_stay_inside() {
    let folder = folder("refuse");
    std::fs::write(folder.join("a.js"), "other\n").expect("written");
    let patch = |path: &str| format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-x\n+y\n");
    assert_eq!(apply(&folder, patch("a.js").as_bytes(), "a@1").expect_err("it does not fit").code, "EPATCH");
    assert_eq!(apply(&folder, patch("../a.js").as_bytes(), "a@1").expect_err("it leaves").code, "EPATCH");
    assert_eq!(apply(&folder, b"@@ -1 +1 @@\n-x\n", "a@1").expect_err("it is broken").code, "EPATCH");
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn lines_that_moved_are_found() {
    let hunk = Hunk { start: 1, lines: vec![(b' ', b"b\n".to_vec()), (b'+', b"c\n".to_vec())] };
    assert_eq!(apply_hunks(b"x\ny\nb\nz\n", &[hunk]), Some(b"x\ny\nb\nc\nz\n".to_vec()));
}
