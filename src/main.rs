//! The program `seichi`; all of its code is in the library.

use std::process::ExitCode;

/// The allocator mimalloc: threads free memory that other threads allocated, and with the default
/// allocator this makes a run a tenth slower.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    seichi::cli::main()
}
