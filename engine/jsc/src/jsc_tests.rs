use crate::*;

struct Double;
impl NativeFunction for Double {
    const NAME: &'static str = "double";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let number = arguments.get(0).to_number(cx)?;
        assert!(number != 13.0, "unlucky");
        Ok(Value::number(number * 2.0))
    }
}

fn text(vm: &Vm, source: &str) -> String {
    let cx = vm.context();
    match cx.evaluate(source, "test.js", 1) {
        Ok(value) => value.to_string(cx).unwrap_or_else(|_| "unprintable".into()),
        Err(error) => format!("threw {}", error.to_string(cx).unwrap_or_else(|_| "unprintable".into())),
    }
}

#[test]
fn values_calls_and_errors_cross_the_boundary() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    cx.global().set(cx, "double", cx.function::<Double>()).ok().expect("global is writable");
    assert_eq!(text(&vm, "double(21)"), "42");
    assert_eq!(text(&vm, "double({ valueOf() { throw new RangeError('no') } })"), "threw RangeError: no");
    assert!(text(&vm, "double(13)").contains("panic in native function double: unlucky"));
    assert_eq!(text(&vm, "double.name"), "double");
    assert!(text(&vm, "let = ;").starts_with("threw SyntaxError"));
}

#[test]
fn native_functions_behave_like_the_engines_own() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    cx.global().set(cx, "double", cx.function::<Double>()).ok().expect("global is writable");
    assert_eq!(text(&vm, "let sum = 0; for (let i = 0; i < 1e5; i++) sum += double(i % 10); sum"), "900000");
    assert_eq!(text(&vm, "double({ valueOf() { throw new RangeError('no') } })"), "threw RangeError: no");
    assert_eq!(text(&vm, "try { double({ valueOf() { throw 7 } }) } catch (e) { 'caught ' + e }"), "caught 7");
    assert!(text(&vm, "double(13)").contains("panic in native function double: unlucky"));
    assert_eq!(text(&vm, "double.name + typeof double + double()"), "doublefunctionNaN");
    assert_eq!(text(&vm, "double(...[21, 1, 2, 3, 4, 5, 6, 7, 8, 9])"), "42");
    assert!(text(&vm, "new double(1)").starts_with("threw TypeError"));
}

#[test]
fn a_weak_reference_ends_with_its_object() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    let kept = cx.object();
    let _root = kept.root(cx);
    let kept = kept.weak(cx).expect("is an object");
    let lost: Vec<Weak> = (0..100).map(|_| cx.object().weak(cx).expect("is an object")).collect();
    assert!(cx.string("no object").weak(cx).is_none());
    cx.collect_garbage();
    // The stack may still look as if it named some of them.
    assert!(kept.is_alive() && lost.iter().filter(|weak| weak.is_alive()).count() < 50);
}

/// Otherwise each string that crosses the boundary is copied twice.
#[test]
fn strings_of_values_are_read_where_they_are() {
    let _vm = Vm::new(VmOptions::default());
    assert!(string::cells_are_readable());
}

#[test]
fn strings_keep_their_characters() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    for sample in ["", "plain", "h\u{e9}llo", "\u{20ac} and \u{1f600}", "nul \0 inside"] {
        assert_eq!(cx.string(sample).to_string(cx).ok().as_deref(), Some(sample));
    }
    let rope = cx
        .evaluate("'left ' + String(Math.random()).slice(0, 2) + ' right \u{e9}\u{20ac}'", "test.js", 1)
        .ok()
        .expect("evaluates");
    assert!(
        rope.to_string(cx)
            .ok()
            .is_some_and(|text| text.starts_with("left 0.") && text.ends_with(" right \u{e9}\u{20ac}"))
    );
    for (source, expected) in [
        ("'a' + String(Math.abs(12))", "a12"),
        ("[1, 2].map((n) => `left ${n} mid ${n * 2} right ${n * 3} end`)[1]", "left 2 mid 4 right 6 end"),
        (
            "(() => { let s = 'x'.repeat(3); for (let i = 0; i < 30; i++) s += i; return s })()",
            "xxx01234567891011121314151617181920212223242526272829",
        ),
        ("'abc'.repeat(200).slice(1, 9) + String(Math.abs(1))", "bcabcabc1"),
        ("'\u{e9}' + String(Math.abs(1)) + '\u{20ac}'", "\u{e9}1\u{20ac}"),
        (
            "(() => { let s = ''; for (let i = 0; i < 30; i++) s = i + s; return s })()",
            "29282726252423222120191817161514131211109876543210",
        ),
        (
            "(() => { const t = [1, 2].map((n) => `<${n}\u{e9}>`); return `${t[0] + t[1]}${t[1] + t[0]}` })()",
            "<1\u{e9}><2\u{e9}><2\u{e9}><1\u{e9}>",
        ),
    ] {
        let value = cx.evaluate(source, "test.js", 1).ok().expect("evaluates");
        let mut bytes = b"before ".to_vec();
        let appended = if value.append_latin1(&mut bytes) { expected } else { "" };
        assert_eq!(
            bytes.iter().map(|&byte| char::from(byte)).collect::<String>(),
            format!("before {appended}"),
            "{source}"
        );
        let read = value.with_characters(
            cx,
            |bytes| bytes.iter().map(|&byte| char::from(byte)).collect(),
            String::from_utf16_lossy,
        );
        assert_eq!(read.ok().as_deref(), Some(expected), "{source}");
    }
    assert_eq!(cx.utf16_string(&[0xd800, 0x41]).to_utf16(cx).ok(), Some(vec![0xd800, 0x41]));
    let head = cx
        .evaluate("(() => { let s = ''; for (let i = 0; i < 12; i++) s += `name: ${i}, `; return s })()", "test.js", 1)
        .ok()
        .expect("evaluates");
    let mut bytes = Vec::new();
    let is_joined = || head.view_word(crate::rope::CELL_STRING_WORD) & crate::rope::NOT_FLAT_MASK == 0;
    assert!(
        !is_joined() && head.append_latin1(&mut bytes) && bytes.len() == 10 * 9 + 2 * 10,
        "a string that grew at its end can be read"
    );
    assert!(!is_joined(), "reading it has not joined it");
}

#[test]
fn promises_and_proxies_are_readable() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    let promise = cx.evaluate("Promise.resolve(5)", "test.js", 1).ok().expect("evaluates");
    let (state, value) = promise.promise_state(cx).expect("layout is known");
    assert_eq!((state, value.as_int32()), (PromiseState::Fulfilled, Some(5)));
    let proxy = cx.evaluate("new Proxy([7], {})", "test.js", 1).ok().expect("evaluates");
    let (target, _handler) = proxy.proxy_details(cx).expect("layout is known");
    assert_eq!(target.get_index(cx, 0).ok().and_then(Value::as_int32), Some(7));
    assert_eq!(
        cx.evaluate("(function*(){})()", "test.js", 1).ok().and_then(|value| value.cell_kind(cx)),
        Some(CellKind::Generator)
    );
}

#[test]
fn bytes_are_shared_not_copied() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    let array =
        cx.evaluate("globalThis.a = new Uint8Array([1,2,3,4]).subarray(1)", "test.js", 1).ok().expect("evaluates");
    assert_eq!(array.bytes(cx), Some(&[2u8, 3, 4][..]));
    array.bytes_mut(cx).expect("has bytes")[0] = 9;
    assert_eq!(text(&vm, "a.join()"), "9,3,4");
    let words =
        cx.evaluate("new Uint16Array(new Uint16Array([1,2,3,4]).buffer, 2, 2)", "test.js", 1).ok().expect("evaluates");
    assert_eq!(words.bytes(cx), Some(&[2u8, 0, 3, 0][..]));
    let resizable = cx
        .evaluate(
            "globalThis.r = new ArrayBuffer(8,{maxByteLength:64}); globalThis.v = new Uint8Array(r); r.resize(16); v",
            "test.js",
            1,
        )
        .ok()
        .expect("evaluates");
    assert_eq!(resizable.bytes(cx).map(<[u8]>::len), Some(16));
    let detached =
        cx.evaluate("globalThis.d = new Uint8Array(64); d.buffer.transfer(); d", "test.js", 1).ok().expect("evaluates");
    assert_eq!(detached.bytes(cx), Some(&[][..]));
    let empty = cx.evaluate("new Float64Array(0)", "test.js", 1).ok().expect("evaluates");
    assert_eq!(empty.bytes(cx), Some(&[][..]));
    let big = cx.uint8_array(vec![1; 4096]).ok().expect("makes");
    assert_eq!(big.bytes(cx).map(<[u8]>::len), Some(4096));
    let view = cx.evaluate("new DataView(a.buffer, 2)", "test.js", 1).ok().expect("evaluates");
    assert_eq!(view.bytes(cx), Some(&[3u8, 4][..]));
    assert!(cx.string("no bytes").bytes(cx).is_none());
}

#[test]
fn arrays_of_any_size_hold_the_bytes_and_are_the_engines() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    cx.evaluate(
        "globalThis.Own = Uint8Array; globalThis.Uint8Array = class extends Own { constructor() { throw 1 } }",
        "test.js",
        1,
    )
    .ok()
    .expect("evaluates");
    for size in [0, 1, 512, 513, 5000, 100_000, 200_000] {
        let bytes: Vec<u8> = (0..size).map(|index| (index % 251) as u8).collect();
        let array = cx.uint8_array(bytes.clone()).ok().expect("makes");
        assert_eq!(array.bytes(cx), Some(&bytes[..]));
        cx.global().set(cx, "made", array).ok().expect("sets");
        assert_eq!(text(&vm, "Object.getPrototypeOf(made) === Own.prototype && made.length"), size.to_string());
    }
}

#[test]
fn typed_arrays_of_fixed_length_are_read_without_the_api() {
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    for sample in ["new Uint8Array(3)", "new Uint8Array(5000)", "new Uint16Array(new ArrayBuffer(64), 8, 5)"] {
        let array = cx.evaluate(sample, "test.js", 1).ok().expect("evaluates");
        let words: Vec<usize> = (0..7).map(|index| array.view_word(index)).collect();
        assert!(array.is_read_directly(cx), "{sample}: {words:x?}");
    }
}

#[test]
fn bytes_are_lent_without_a_buffer_object_and_pinned_after_that() {
    /// In words of the cell: how the array stores its data.
    const MODE_WORD: usize = 5;
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    let mode = |array: Value<'_>| array.view_word(MODE_WORD) as u8;
    let plain = cx.evaluate("new Uint8Array(100000)", "test.js", 1).ok().expect("evaluates");
    let array = cx.uint8_array(vec![7; 100_000]).ok().expect("makes");
    assert_eq!(mode(array), mode(plain));
    let mut lent = array.unpinned_bytes(cx).expect("it has bytes");
    lent.as_mut_slice()[99_999] = 9;
    assert_eq!(mode(array), mode(plain));
    let pinned = lent.pin(cx);
    assert_ne!(mode(array), mode(plain));
    assert_eq!((pinned.as_slice().len(), pinned.as_slice()[0], pinned.as_slice()[99_999]), (100_000, 7, 9));
    pinned.release();
}

#[test]
fn functions_that_were_collected_leave_nothing() {
    const ROUNDS: usize = 20;
    const FUNCTIONS_PER_ROUND: usize = 20_000;
    const ATTEMPTS: usize = 8;
    /// A name that was stored for each function would take 12 MB.
    const GROWTH_BYTES_MAX: usize = 6_000_000;
    let vm = Vm::new(VmOptions::default());
    let cx = vm.context();
    let make = || {
        for _ in 0..FUNCTIONS_PER_ROUND {
            cx.function::<Double>();
        }
        cx.collect_garbage();
    };
    (0..ROUNDS / 4).for_each(|_| make());
    // Other tests run in this process and allocate memory once; what is stored for each function would be seen every
    // time.
    let mut growth_bytes = 0;
    let leaves_nothing = (0..ATTEMPTS).any(|_| {
        let before = resident_bytes();
        (0..ROUNDS).for_each(|_| make());
        growth_bytes = resident_bytes().saturating_sub(before);
        growth_bytes < GROWTH_BYTES_MAX
    });
    assert!(leaves_nothing, "{growth_bytes} bytes more, each time");
}

fn resident_bytes() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux has it");
    text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("the second number") * 4096
}
