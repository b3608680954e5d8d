//! The program `seichi`; everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    seichi::cli::main()
}
