//! The program `seichi`; everything it does is in the library.

use std::process::ExitCode;

/// What one thread reads or makes another takes in and drops: the usual one costs a run a tenth more for that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    seichi::cli::main()
}
