//! How long and how often a request is tried: npm's `fetch-timeout`, `fetch-retries`, `fetch-retry-mintimeout` and
//! `fetch-retry-maxtimeout`.

use crate::config::Config;
use std::time::Duration;

/// The longest that a server may request to wait before another attempt.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(60);
/// More attempts would only hide that a registry does not work.
const RETRY_COUNT_MAX: u64 = 100;

/// The limits of all requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// A connection on which nothing happens for so long while a response is awaited has failed.
    pub idle_timeout: Duration,
    attempt_count_max: u32,
    /// Before the second attempt; it is four times as long before each further one.
    delay_min: Duration,
    delay_max: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            idle_timeout: Duration::from_secs(60),
            attempt_count_max: 3,
            delay_min: Duration::from_millis(300),
            delay_max: RETRY_AFTER_MAX,
        }
    }
}

impl Patience {
    /// Reads the settings.
    pub fn read(config: &Config) -> Self {
        let usual = Self::default();
        let duration = |key: &str| config.number(key).map(Duration::from_millis);
        let retry_count = config.number("fetch-retries").map(|count| count.min(RETRY_COUNT_MAX) as u32);
        Self {
            // npm's 0 is no limit, which would be an installation that never ends.
            idle_timeout: duration("fetch-timeout").filter(|limit| !limit.is_zero()).unwrap_or(usual.idle_timeout),
            attempt_count_max: retry_count.map_or(usual.attempt_count_max, |count| count + 1),
            delay_min: duration("fetch-retry-mintimeout").unwrap_or(usual.delay_min),
            delay_max: duration("fetch-retry-maxtimeout").unwrap_or(usual.delay_max),
        }
    }

    /// How long to wait before the next attempt; None when it was the last one. `retry_after`: what the server requests.
    pub fn delay(&self, attempt_count: u32, retry_after: Option<&str>) -> Option<Duration> {
        if attempt_count + 1 >= self.attempt_count_max {
            return None;
        }
        let factor = 4u32.checked_pow(attempt_count).unwrap_or(u32::MAX);
        let usual = self.delay_min.saturating_mul(factor).min(self.delay_max);
        let requested = retry_after.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
        match requested {
            Some(requested) if requested > RETRY_AFTER_MAX => None,
            other => Some(other.unwrap_or(usual)),
        }
    }
}

#[cfg(test)]
#[path = "patience_tests.rs"]
mod tests;
