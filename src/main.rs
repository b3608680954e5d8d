//! The program `seichi`; all of its code is in the library.

use std::process::ExitCode;

/// Replaces musl's allocator, which is slow to free memory that another thread has allocated.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    seichi::cli::main()
}
