//! The program `seichi`; all of its code is in the library.

use std::process::ExitCode;

/// The allocator mimalloc: threads free memory that other threads allocated, which makes a run a tenth slower with the
/// default allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    seichi::cli::main()
}
