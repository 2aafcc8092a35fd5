//! The flags of permissions: Deno's, whose values stand only behind `=` and whose letters may be joined (`-RW`), and
//! Node's. What they mean is for `internal:startup/permissions`.

/// Deno's flags, with their letters. A value is optional; none means everything.
const DENO_FLAGS: &[(&str, &str)] = &[
    ("--allow-all", "-A"),
    ("--allow-read", "-R"),
    ("--allow-write", "-W"),
    ("--allow-net", "-N"),
    ("--allow-env", "-E"),
    ("--allow-sys", "-S"),
    ("--allow-import", "-I"),
    ("--allow-run", ""),
    ("--allow-ffi", ""),
    ("--deny-read", ""),
    ("--deny-write", ""),
    ("--deny-net", ""),
    ("--deny-env", ""),
    ("--deny-sys", ""),
    ("--deny-import", ""),
    ("--deny-run", ""),
    ("--deny-ffi", ""),
    ("--ignore-read", ""),
    ("--ignore-env", ""),
    ("--permission-set", "-P"),
    ("--no-prompt", ""),
    ("--secure", ""),
];

/// Node's flags; true: a value follows.
pub const NODE_FLAGS: &[(&str, bool)] = &[
    ("--permission", false),
    ("--permission-audit", false),
    ("--allow-addons", false),
    ("--allow-child-process", false),
    ("--allow-fs-read", true),
    ("--allow-fs-vfs", false),
    ("--allow-fs-write", true),
    ("--allow-inspector", false),
    ("--allow-openssl-store", false),
    ("--allow-wasi", false),
    ("--allow-worker", false),
    ("--experimental-config-file", true),
    ("--experimental-default-config-file", false),
];

/// Flags of Deno without a value.
const PLAIN: &[&str] = &["--allow-all", "--no-prompt", "--secure"];

/// Reads `argument` as flags of Deno: names with their values, empty for everything. None when it is something else.
///
/// # Errors
/// A sentence for the user: a value that must not be there, or is empty.
pub fn of_deno(argument: &str) -> Result<Option<Vec<(String, String)>>, String> {
    let (name, value) = argument.split_once('=').map_or((argument, None), |(name, value)| (name, Some(value)));
    let found = DENO_FLAGS.iter().find(|(long, short)| *long == name || !short.is_empty() && *short == name);
    if let Some((long, _)) = found {
        return match value {
            Some(_) if PLAIN.contains(long) => Err(format!("{long} takes no value")),
            Some("") => Err(format!("{long}= requires a value")),
            value => Ok(Some(vec![(long.to_string(), value.unwrap_or_default().to_string())])),
        };
    }
    let Some(letters) = argument.strip_prefix('-').filter(|letters| letters.len() > 1 && value.is_none()) else {
        return Ok(None);
    };
    let flag_of = |letter: char| {
        let short = format!("-{letter}");
        DENO_FLAGS.iter().find(|(_, own)| *own == short).map(|(long, _)| (long.to_string(), String::new()))
    };
    Ok(letters.chars().map(flag_of).collect())
}

/// The permission that `brio serve` has besides those that are given: to listen on its address.
pub fn of_server(given: &[(String, String)]) -> Option<(String, String)> {
    const FLAG: &str = "--allow-net";
    let last = |name: &str| given.iter().rfind(|(flag, _)| flag == name).map(|(_, value)| value.as_str());
    // Without a value it permits every address.
    let is_permitted =
        last("--allow-all").is_some() || given.iter().any(|(flag, value)| flag == FLAG && value.is_empty());
    let port = last("--port").unwrap_or("8000");
    let host = last("--host").unwrap_or("0.0.0.0");
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    (!is_permitted && port != "0").then(|| (FLAG.to_owned(), format!("{host}:{port}")))
}

/// Whether a flag limits what the program may do.
pub fn restricts(name: &str) -> bool {
    DENO_FLAGS.iter().any(|(long, _)| *long == name) || NODE_FLAGS.iter().any(|(long, _)| *long == name)
}

/// All names, for suggestions and help.
pub fn names() -> impl Iterator<Item = &'static str> {
    DENO_FLAGS.iter().map(|(long, _)| *long).chain(NODE_FLAGS.iter().map(|(long, _)| *long))
}

#[cfg(test)]
mod tests {
    use super::{of_deno, of_server};

    #[test]
    fn a_server_may_listen_on_its_address() {
        let of = |given: &[(&str, &str)]| {
            let owned: Vec<_> = given.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            of_server(&owned).map(|(_, address)| address)
        };
        assert_eq!(of(&[("--allow-read", "")]).as_deref(), Some("0.0.0.0:8000"));
        assert_eq!(of(&[("--port", "9"), ("--host", "::1"), ("--allow-net", "a")]).as_deref(), Some("[::1]:9"));
        assert_eq!(of(&[("--port", "0")]), None);
        assert_eq!(of(&[("--allow-net", "")]), None);
        assert_eq!(of(&[("--allow-all", "")]), None);
    }

    fn flags(argument: &str) -> Option<Vec<(String, String)>> {
        of_deno(argument).expect("the flag is right")
    }

    #[test]
    fn values_and_letters() {
        assert_eq!(flags("--allow-read=/a,/b"), Some(vec![("--allow-read".into(), "/a,/b".into())]));
        assert_eq!(flags("-R=/a"), Some(vec![("--allow-read".into(), "/a".into())]));
        assert_eq!(
            flags("-RN"),
            Some(vec![("--allow-read".into(), String::new()), ("--allow-net".into(), String::new())])
        );
        assert_eq!(flags("-A"), Some(vec![("--allow-all".into(), String::new())]));
    }

    #[test]
    fn other_flags_are_not_taken() {
        for other in ["-r", "-e", "--allow", "-RX", "--allow-fs-read=/a", "-"] {
            assert_eq!(flags(other), None, "{other}");
        }
        assert!(of_deno("-A=x").is_err() && of_deno("--allow-net=").is_err());
    }
}
