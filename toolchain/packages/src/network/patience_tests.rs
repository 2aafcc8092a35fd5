use super::*;

fn patience(settings: &[(&str, &str)]) -> Patience {
    let mut config = Config::default();
    settings.iter().for_each(|(key, value)| config.set(key, value));
    Patience::read(&config)
}

#[test]
fn the_settings_of_npm_are_read() {
    assert_eq!(patience(&[]), Patience::default());
    let said = patience(&[("fetch-timeout", "3000"), ("fetch-retries", "1"), ("fetch-retry-mintimeout", "20")]);
    assert_eq!(said.idle_timeout, Duration::from_secs(3));
    assert_eq!(said.delay(0, None), Some(Duration::from_millis(20)));
    assert_eq!(said.delay(1, None), None);
    assert_eq!(patience(&[("fetch-retries", "0")]).delay(0, None), None);
    assert_eq!(patience(&[("fetch-timeout", "0")]).idle_timeout, Patience::default().idle_timeout);
}

#[test]
fn the_delays_grow_up_to_a_limit() {
    let settings = [("fetch-retries", "9"), ("fetch-retry-mintimeout", "100"), ("fetch-retry-maxtimeout", "1000")];
    let delays: Vec<u64> = (0..4)
        .map(|count| patience(&settings).delay(count, None).expect("there are nine").as_millis() as u64)
        .collect();
    assert_eq!(delays, [100, 400, 1000, 1000]);
}

#[test]
fn what_the_server_requests_counts_up_to_a_minute() {
    let usual = Patience::default();
    assert_eq!(usual.delay(0, Some("2")), Some(Duration::from_secs(2)));
    assert_eq!(usual.delay(0, Some("3600")), None);
    assert_eq!(usual.delay(0, Some("later")), Some(Duration::from_millis(300)));
}
