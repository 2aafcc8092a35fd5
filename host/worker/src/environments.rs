//! Environments that several threads share (`SHARE_ENV`), by number. They live as long as the process.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Variables in the order of their names.
type Environment = BTreeMap<String, String>;

static ENVIRONMENTS: Mutex<Vec<Environment>> = Mutex::new(Vec::new());

fn environments() -> MutexGuard<'static, Vec<Environment>> {
    ENVIRONMENTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates an environment from alternating names and values. Returns its number, from 1.
pub(crate) fn share(entries: &[String]) -> u32 {
    let pairs = entries.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
    let mut environments = environments();
    environments.push(pairs.collect());
    u32::try_from(environments.len()).unwrap_or(u32::MAX)
}

/// The value of a variable.
pub(crate) fn get(environment: u32, name: &str) -> Option<String> {
    with(environment, |variables| variables.get(name).cloned()).flatten()
}

/// Sets a variable.
pub(crate) fn set(environment: u32, name: &str, value: &str) {
    with(environment, |variables| variables.insert(name.to_string(), value.to_string()));
}

/// Removes a variable.
pub(crate) fn delete(environment: u32, name: &str) {
    with(environment, |variables| variables.remove(name));
}

/// All names.
pub(crate) fn names(environment: u32) -> Vec<String> {
    with(environment, |variables| variables.keys().cloned().collect()).unwrap_or_default()
}

fn with<R>(environment: u32, work: impl FnOnce(&mut Environment) -> R) -> Option<R> {
    let index = (environment as usize).checked_sub(1)?;
    environments().get_mut(index).map(work)
}

#[cfg(test)]
mod tests {
    use super::{delete, get, names, set, share};

    #[test]
    fn what_one_sets_another_reads() {
        let number = share(&["A".into(), "1".into(), "B".into(), "2".into()]);
        set(number, "C", "3");
        delete(number, "A");
        assert_eq!(names(number), ["B", "C"]);
        assert_eq!((get(number, "A"), get(number, "C").as_deref()), (None, Some("3")));
        assert_eq!(get(0, "B"), None);
        assert_eq!(get(number + 1, "B"), None);
    }
}
