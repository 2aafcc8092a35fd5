use super::*;
use crate::bytecode_collect::{CompiledScript, collect};
use crate::{Vm, VmOptions};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

/// A program with a function that runs, one that does not, and one that runs after a while.
const PROGRAM: &str = "(function () {
  function runs(a) { return `${a} ran at ${new Error().stack.split('\\n')[0].split(':').slice(-2).join(':')}`; }
  function waits(b) { return b.map((one) => one * 2).join(); }
  const later = (c) => c + runs.toString().length;
  return { now: runs('it'), waits, later };
})()";
const URL: &str = "program.js";

/// What a VM of its own makes of the program that `evaluate` gives it, and the bytecode that can be collected then.
fn in_vm(
    evaluate: impl for<'cx> FnOnce(Context<'cx>) -> Result<Value<'cx>, Value<'cx>> + Send + 'static,
) -> (String, Vec<CompiledScript>) {
    let work = move || {
        let vm = Vm::new(VmOptions::default());
        let cx = vm.context();
        let program = evaluate(cx).ok().expect("it evaluates");
        cx.global().set(cx, "program", program).ok().expect("global is writable");
        let all = cx.evaluate("[program.now, program.waits([1, 2]), program.later(1)].join(' / ')", "test.js", 1);
        let all = all.unwrap_or_else(|error| error).to_string(cx).unwrap_or_else(|_| "unprintable".into());
        (all, cx.locked(collect))
    };
    thread::spawn(work).join().expect("the thread ends")
}

#[test]
fn collected_bytecode_is_the_program_in_another_vm() {
    // In each of the engine's forms of a text, and with characters of one and of two units before what is compiled later.
    for (words, said) in [("it", "it ran at 2:"), ("é ©", "é © ran at 2:"), ("… 😀", "… 😀 ran at 2:")] {
        let text = PROGRAM.replace("'it'", &format!("'{words}'"));
        let [plain_text, collected_text, stored_text] = std::array::from_fn(|_| text.clone());
        let (plain, none) = in_vm(move |cx| cx.evaluate(&plain_text, URL, 1));
        let (collecting, all) = in_vm(move |cx| cx.evaluate_collecting(collected_text, URL, 7));
        assert_eq!((&plain, none.len()), (&collecting, 0));
        assert!(plain.starts_with(said), "{plain}");
        if engine_version().is_none() {
            return;
        }
        let [CompiledScript { id: 7, bytes, text_hash }] = &all[..] else { panic!("not one program: {all:?}") };
        assert!(!bytes.is_empty() && *text_hash != 0);
        // And with a hash by which the engine refuses it, so that it compiles the text.
        for hash in [*text_hash, 0, *text_hash ^ 0x1100] {
            let (given, text) = (bytes.clone(), stored_text.clone());
            let (stored, none) = in_vm(move |cx| cx.evaluate_stored(text, URL, given, hash));
            assert_eq!((&stored, none.len()), (&plain, 0));
        }
    }
}

/// Bytecode without texts, and how often it was requested.
struct Source {
    bytes: Vec<u8>,
    hash: u32,
    reads: AtomicU32,
}

impl BytecodeSource for Source {
    fn length(&self, _number: usize) -> usize {
        self.bytes.len()
    }

    fn lasting(&'static self, number: usize) -> Option<&'static [u8]> {
        self.reads.fetch_add(1, Relaxed);
        (number == 1).then_some(&self.bytes[..])
    }

    fn read(&self, _number: usize, bytes: &mut [u8]) -> bool {
        bytes.copy_from_slice(&self.bytes);
        true
    }

    fn text_hash(&self, _number: usize) -> u32 {
        self.hash
    }
}

#[test]
fn bytecode_without_texts_is_the_program_too() {
    if engine_version().is_none() {
        return;
    }
    let collect = || {
        let vm = Vm::new(VmOptions::default());
        assert!(vm.context().evaluate_collecting(PROGRAM, URL, 7).is_ok());
        vm.context().locked(collect)
    };
    let all = thread::spawn(collect).join().expect("the thread ends");
    let (plain, _) = in_vm(|cx| cx.evaluate(PROGRAM, URL, 1));
    let needle = b"return b.map";
    assert!(!all[0].bytes.windows(needle.len()).any(|window| window == needle), "the text is in it");
    for number in [0, 1] {
        // In its own place and in a copy; and with a hash by which the engine refuses it, so that it compiles the text.
        for hash in [all[0].text_hash, all[0].text_hash ^ 0x1100] {
            let source: &Source =
                Box::leak(Box::new(Source { bytes: all[0].bytes.clone(), hash, reads: AtomicU32::new(0) }));
            let (given, _) = in_vm(move |cx| cx.evaluate_bytecode(PROGRAM, URL, source, number));
            assert_eq!((&given, source.reads.load(Relaxed)), (&plain, 1));
        }
    }
}

#[test]
fn what_throws_or_does_not_parse_is_the_same_when_it_is_collected() {
    let message = |text: &'static str, collecting: bool| {
        let vm = Vm::new(VmOptions::default());
        let cx = vm.context();
        let result = if collecting { cx.evaluate_collecting(text, URL, 0) } else { cx.evaluate(text, URL, 1) };
        let error = result.err().expect("it fails");
        let line = error.get(cx, "line").ok().and_then(|line| line.to_string(cx).ok());
        let collected = cx.locked(collect);
        (error.to_string(cx).unwrap_or_default(), line, collected.iter().all(|one| !one.bytes.is_empty()))
    };
    for text in ["\n\n(function () { null.x })()", "\nlet a = 1; let a = 2;", "(", "throw 5"] {
        assert_eq!(message(text, true), message(text, false), "{text}");
    }
}
