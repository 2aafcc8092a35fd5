//! Resource usage: CPU, memory and threads of a whole process tree, now and over time, and the activity of the rest of
//! the machine. All from /proc, so Linux only.

pub mod noise;
pub mod ports;
pub mod process_tree;
pub mod sampler;

pub use noise::{Noise, NoiseMeter};
pub use sampler::Sample;

pub const MEGABYTE: f64 = 1024.0 * 1024.0;
