use super::*;
use crate::Loader;

fn loader_with_source(name: &str) -> (Arc<Loader>, String) {
    let loader = Arc::new(Loader::default());
    loader.coverage.enable(Path::new("/project"));
    let options = loader.options_for(name, crate::ModuleHint::EsModule);
    loader.load_source("f(); g();", &options);
    let id = lock(&loader.coverage.files).keys().next().cloned().unwrap_or_default();
    (loader, id)
}

#[test]
fn counters_of_ended_realms_are_summed_and_reused() {
    let (loader, id) = loader_with_source("/project/a.js");
    let first = RealmCounters::default();
    let second = RealmCounters::default();
    let counters = first.take(&loader, &id).expect("known");
    counters[0].store(2, Ordering::Relaxed);
    second.take(&loader, &id).expect("known")[1].store(1, Ordering::Relaxed);
    assert!(loader.coverage.results(false).contains("\"counts\":[2,1]"));
    drop(first);
    assert!(loader.coverage.results(false).contains("\"counts\":[2,1]"));
    let again = RealmCounters::default();
    let reused = again.take(&loader, &id).expect("known");
    assert!(std::ptr::eq(reused, counters) && reused[0].load(Ordering::Relaxed) == 0);
    assert!(loader.coverage.results(true).contains("\"counts\":[2,1]"));
    assert!(loader.coverage.results(false).contains("\"counts\":[0,0]"));
    assert!(again.take(&loader, "unknown").is_none());
}

#[test]
fn only_files_of_the_folder_are_counted() {
    let (loader, _) = loader_with_source("/project/a.js");
    assert!(loader.coverage.counts("/project/src/b.ts"));
    assert!(!loader.coverage.counts("/other/b.ts"));
    assert!(!loader.coverage.counts("/project/node_modules/c/index.js"));
    assert!(!Loader::default().coverage.counts("/project/a.js"));
}

#[test]
fn the_form_of_the_disk_cache_is_read_back() {
    let coverage = Coverage { id: "1".to_owned(), variable: "$c".to_owned(), counter_count: 3, map: "{\n}".to_owned() };
    assert_eq!(from_text(to_text(&coverage).as_bytes()), Some(coverage));
    assert_eq!(from_text(b""), None);
}
