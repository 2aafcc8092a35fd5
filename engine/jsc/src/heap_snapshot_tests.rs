use crate::{Vm, VmOptions};

#[test]
fn the_heap_can_be_looked_at() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    let run = |source| cx.evaluate(source, "heap.js", 1).ok().expect("evaluates");
    run(
        "globalThis.Some = class Some {}; globalThis.More = class More extends Some {}; globalThis.kept = [new Some, new More, new Proxy(new More, {})]",
    );
    for (with_details, kind) in
        [(false, "\"type\":\"Inspector\""), (true, "\"type\":\"GCDebugging\""), (true, "\"labels\":[")]
    {
        let snapshot = cx.heap_snapshot(with_details).expect("the engine has the functions");
        assert!(snapshot.contains(kind) && snapshot.contains("\"kept\""), "{}", &snapshot[..100]);
    }
    let found = cx.objects_behind(run("Some.prototype")).expect("the engine can tell").ok().expect("makes an array");
    cx.global().set(cx, "found", found).ok().expect("global is writable");
    // Two of the array, the target of the proxy, and the prototype of the class between.
    let text =
        run("found.map((object) => object === More.prototype ? 'prototype' : object.constructor.name).sort().join()")
            .to_string(cx)
            .ok();
    assert_eq!(text.as_deref(), Some("More,More,Some,prototype"));
    // Nothing stays behind in the engine.
    for _ in 0..20 {
        assert!(cx.heap_snapshot(false).is_some());
    }
    cx.collect_garbage();
    assert_eq!(run("found.length").as_number(), Some(4.0));
}
