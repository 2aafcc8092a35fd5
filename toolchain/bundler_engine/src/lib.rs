//! Runs Rolldown.
//!
//! A crate of its own because the bodies of asynchronous functions are compiled where they are polled: all of Rolldown's
//! pipeline is compiled here, once, and not with each change of `brio_bundler`.

mod incremental;

use std::io;

pub use rolldown::BundleOutput;
use rolldown::{Bundler, BundlerOptions};
use rolldown_error::BatchedBuildDiagnostic;
use rolldown_plugin::__inner::SharedPluginable;

pub use incremental::{Incremental, Patch};

/// Runs a build to its end, on threads of its own, and returns the outputs without writing them.
///
/// # Errors
/// The outer error: threads cannot be started. The inner one: what is wrong with the sources or the options.
pub fn generate(
    options: BundlerOptions,
    plugins: Vec<SharedPluginable>,
) -> io::Result<Result<BundleOutput, BatchedBuildDiagnostic>> {
    Ok(wait(&threads()?, async {
        let mut bundler = Bundler::with_plugins(options, plugins)?;
        let output = bundler.generate().await;
        let closed = bundler.close().await;
        let output = output?;
        closed?;
        Ok(output)
    }))
}

/// Stack of a thread, of which only the pages that are touched use memory. The parser and all visitors of its tree recurse
/// once per level of the source, and an overflow ends the process.
const STACK_BYTES: usize = 128 << 20;

/// The threads of a build, as many as the machine has cores.
fn threads() -> io::Result<tokio::runtime::Runtime> {
    // Rolldown prints modules on those of rayon, which are made once: an error says that they are there.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(STACK_BYTES).build_global();
    let count = std::thread::available_parallelism().map_or(2, usize::from);
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(count).thread_name("bundler").thread_stack_size(STACK_BYTES).enable_all().build()
}

/// Waits for a part of a build, which has the same stack as its threads.
fn wait<F>(runtime: &tokio::runtime::Runtime, work: F) -> F::Output
where
    F: Future + Send,
    F::Output: Send,
{
    brio_large_stack::call("bundler", STACK_BYTES, || runtime.block_on(work))
}
