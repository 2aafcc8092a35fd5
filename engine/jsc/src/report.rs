//! Which engine this process has: for `brio --version --verbose` and `brio doctor`. Starts no virtual machine.

use crate::symbols::symbols;
use std::fs;
use std::path::{Path, PathBuf};

/// The newest security release of WebKit (its advisories WSA-…) that was known when this was written
/// (`docs/internals/engine.md` says when it changes).
pub const SECURITY_RELEASE: &str = "2.54.3";
/// Debian's name for the source of the engine.
const DEBIAN_PACKAGE: &str = "webkit2gtk";
/// The last release of Debian that gets no more versions of it.
const DEBIAN_WITHOUT_SUPPORT: u32 = 12;

/// The engine of this process.
#[derive(Clone, Debug)]
pub struct EngineReport {
    /// Whether it is linked into the binary; otherwise it is the system's library.
    pub is_static: bool,
    /// WebKit's version; None when a library does not tell it.
    pub version: Option<String>,
    /// When it was released (static), or when the library's package was made.
    pub date: Option<String>,
    /// The file of the library.
    pub library: Option<PathBuf>,
    /// What this engine cannot do, because it is not a version that Brio knows.
    pub switched_off: Vec<&'static str>,
    /// What a user should know, as sentences.
    pub warnings: Vec<String>,
}

/// Collects what is known about the engine.
pub fn engine_report() -> EngineReport {
    let mut report = identity();
    report.switched_off = switched_off();
    if let Some(version) = &report.version
        && numbers(version) < numbers(SECURITY_RELEASE)
    {
        report.warnings.push(format!(
            "JavaScriptCore {version} is older than {SECURITY_RELEASE}, the last security release that this build knows"
        ));
    }
    if !report.is_static
        && let Some(reason) = lost_support()
    {
        report.warnings.push(reason);
    }
    report
}

/// WebKit's version; None when a library does not tell it.
pub fn engine_version() -> Option<String> {
    #[cfg(feature = "static_engine")]
    return identity().version;
    #[cfg(not(feature = "static_engine"))]
    library_version()
}

impl EngineReport {
    /// One line: `JavaScriptCore 2.52.6 of 2026-04-21, built in`.
    pub fn summary(&self) -> String {
        let version = self.version.as_deref().unwrap_or("of an unknown version");
        let date = self.date.as_deref().map(|date| format!(" of {date}")).unwrap_or_default();
        let origin = match &self.library {
            _ if self.is_static => "built in".to_string(),
            Some(library) => format!("the system's {}", library.display()),
            None => "the system's".to_string(),
        };
        format!("JavaScriptCore {version}{date}, {origin}")
    }
}

fn empty(is_static: bool) -> EngineReport {
    EngineReport { is_static, version: None, date: None, library: None, switched_off: Vec::new(), warnings: Vec::new() }
}

#[cfg(feature = "static_engine")]
fn identity() -> EngineReport {
    use brio_jsc_sys::static_engine::{DATE, VERSION};
    let known = |text: &str| (!text.is_empty()).then(|| text.to_string());
    EngineReport { version: known(VERSION), date: known(DATE), ..empty(true) }
}

#[cfg(not(feature = "static_engine"))]
fn identity() -> EngineReport {
    // Asking for its version loads the library.
    let version = library_version();
    let library = library_file();
    let date = library.as_deref().and_then(modified_date);
    EngineReport { version, date, library, ..empty(false) }
}

/// The version by the functions of the library's other C API.
#[cfg(not(feature = "static_engine"))]
fn library_version() -> Option<String> {
    use crate::symbols::find;
    use std::ffi::{c_uint, c_void};
    /// `guint jsc_get_major_version(void)` and its siblings.
    type Number = unsafe extern "C" fn() -> c_uint;
    let numbers = [c"jsc_get_major_version", c"jsc_get_minor_version", c"jsc_get_micro_version"].map(|name| {
        let address = find(name)?;
        // SAFETY: the library's header declares these functions so.
        let number = unsafe { std::mem::transmute::<*mut c_void, Number>(address) };
        // SAFETY: a function without arguments, which can be called at any time.
        Some(unsafe { number() })
    });
    let [major, minor, micro] = numbers;
    Some(format!("{}.{}.{}", major?, minor?, micro?))
}

/// The file that the library was loaded from.
#[cfg(not(feature = "static_engine"))]
fn library_file() -> Option<PathBuf> {
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let line = maps.lines().find(|line| line.contains("/libjavascriptcoregtk"))?;
    line.split_once('/').map(|(_, path)| PathBuf::from(format!("/{path}")))
}

/// The date of a file, as `2026-04-21`.
#[cfg(not(feature = "static_engine"))]
fn modified_date(file: &Path) -> Option<String> {
    let modified = fs::metadata(file).ok()?.modified().ok()?;
    let seconds = modified.duration_since(std::time::UNIX_EPOCH).ok()?.as_secs();
    Some(date_of(seconds / (24 * 60 * 60)))
}

/// The date of a day since 1970, in the Gregorian calendar.
#[cfg(any(test, not(feature = "static_engine")))]
fn date_of(days: u64) -> String {
    // Years from March on, so that a leap day is the last of its year; 400 of them have the same length.
    const DAYS_OF_400_YEARS: u64 = 146_097;
    const DAYS_TO_1970: u64 = 719_468;
    let days = days + DAYS_TO_1970;
    let (era, day) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02}", year + era * 400)
}

fn switched_off() -> Vec<&'static str> {
    let symbols = symbols();
    let mut missing = Vec::new();
    let mut note = |is_there: bool, what| {
        if !is_there {
            missing.push(what);
        }
    };
    note(symbols.initialize_main_thread.is_some(), "the timer of the collector");
    note(symbols.create_latin1.is_some() && symbols.wrap_string.is_some(), "8-bit strings without a copy");
    note(symbols.drain_microtasks.is_some(), "promise jobs within a task");
    note(symbols.set_up_entry.is_some() && symbols.tear_down_entry.is_some(), "entries that tasks share");
    note(symbols.throw_exception.is_some() && symbols.termination_exception.is_some(), "time limits of code (node:vm)");
    note(symbols.set_time_zone.is_some(), "changes of process.env.TZ");
    note(symbols.create_function.is_some(), "fast native functions");
    note(crate::bytecode::engine_version().is_some(), "stored bytecode");
    missing
}

/// Why the system's engine gets no more security fixes; None when it does, or nothing is known.
fn lost_support() -> Option<String> {
    let release = fs::read_to_string("/etc/os-release").ok()?;
    let version = debian_version(&release)?;
    let list = format!("/usr/share/debian-security-support/security-support-ended.deb{version}");
    let is_listed = fs::read_to_string(Path::new(&list)).is_ok_and(|list| ended(&list));
    (is_listed || version <= DEBIAN_WITHOUT_SUPPORT).then(|| {
        format!(
            "Debian {version} no longer gets security fixes for its JavaScriptCore ({DEBIAN_PACKAGE}): run code that you \
             do not trust with a build that has the engine in it, or on Debian 13"
        )
    })
}

/// The number of a Debian release from `/etc/os-release`; None for another system.
fn debian_version(release: &str) -> Option<u32> {
    let value = |name: &str| {
        release.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim_matches('"').to_string())
    };
    if value("ID=")? != "debian" {
        return None;
    }
    value("VERSION_ID=")?.parse().ok()
}

/// Whether a list of `debian-security-support` has the engine.
fn ended(list: &str) -> bool {
    list.lines().any(|line| line.split_ascii_whitespace().next() == Some(DEBIAN_PACKAGE))
}

fn numbers(version: &str) -> Vec<u32> {
    version.split('.').map(|number| number.parse().unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date_of(0), "1970-01-01");
        assert_eq!(date_of(11_016), "2000-02-29");
        assert_eq!(date_of(20_783), "2026-11-26");
    }

    #[test]
    fn versions_are_compared_by_number() {
        assert!(numbers("2.50.6") < numbers("2.52.0"));
        assert!(numbers("2.9.10") < numbers("2.10.0"));
    }

    #[test]
    fn only_debian_has_debians_support() {
        assert_eq!(debian_version("ID=debian\nVERSION_ID=\"12\"\n"), Some(12));
        assert_eq!(debian_version("ID=ubuntu\nVERSION_ID=\"24.04\"\n"), None);
        assert!(ended("# package\nwebkit2gtk 2.50.6-1 2026-06-30 https://example.org\n"));
        assert!(!ended("# webkit2gtk\nwebkit2gtk-other 1 2026-06-30\n"));
    }

    #[test]
    fn the_report_names_the_engine() {
        let report = engine_report();
        assert!(report.summary().starts_with("JavaScriptCore "));
        assert!(report.version.is_some_and(|version| numbers(&version) >= numbers("2.48")));
    }
}
