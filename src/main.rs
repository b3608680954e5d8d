//! The program `seichi`; all of its code is in the library.

use std::process::ExitCode;

/// Threads free memory that other threads have allocated, which is slow with musl's allocator.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    seichi::cli::main()
}
