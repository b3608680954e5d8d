//! Ends the descendants of a program on Linux, including those that have left its process group.

use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use nix::sys::prctl::{get_child_subreaper, set_child_subreaper};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

/// The maximum time for ending the descendants of a program.
const MOST: Duration = Duration::from_secs(2);

/// The children that this process had at its start, such as the jobs of a shell that called `exec`.
static EARLIER: OnceLock<Vec<u32>> = OnceLock::new();

/// Makes this process the parent of all orphans among its descendants, so that a descendant can't
/// escape by starting a process and exiting. Only the program `seichi` may call this, because a
/// process that uses the library may have other children.
pub fn adopt_orphans() {
    EARLIER.get_or_init(|| unknown_children(&[]));
    // if this fails, the environment still marks most descendants
    let _ = set_child_subreaper(true);
}

/// Returns the identifiers of this process's children that are neither in `known` nor in
/// [`EARLIER`].
fn unknown_children(known: &[u32]) -> Vec<u32> {
    let mut children = Vec::new();
    for task in fs::read_dir("/proc/self/task")
        .into_iter()
        .flatten()
        .flatten()
    {
        let list = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        children.extend(list.split_whitespace().flat_map(str::parse::<u32>));
    }
    let earlier = EARLIER.get().map_or(&[][..], Vec::as_slice);
    children.retain(|child| !known.contains(child) && !earlier.contains(child));
    children
}

/// Reaps the orphans that have ended. `known` contains the other children.
pub(super) fn reap(known: &[u32]) {
    if get_child_subreaper() == Ok(true) {
        for child in unknown_children(known) {
            let _ = waitpid(pid(child), Some(WaitPidFlag::WNOHANG));
        }
    }
}

/// Kills all processes with `mark` in their environment and, if `all_orphans` is set, all orphans.
/// `known` contains the children that are not orphans.
pub(super) fn kill_all(mark: &str, known: &[u32], all_orphans: bool) {
    let is_parent = get_child_subreaper() == Ok(true);
    let start = Instant::now();
    loop {
        let mut found = false;
        // a process may start another one and exit, but `seichi` then becomes the parent of the new
        // one
        for child in unknown_children(known).into_iter().filter(|_| is_parent) {
            if all_orphans || has_mark(child, mark) {
                found = true;
                let _ = kill(pid(child), Signal::SIGKILL);
            }
            let _ = waitpid(pid(child), Some(WaitPidFlag::WNOHANG));
        }
        found = found || kill_marked(mark);
        if !found || start.elapsed() > MOST {
            return;
        }
    }
}

/// Kills all processes with a mark in their environment, and returns whether there were any.
fn kill_marked(mark: &str) -> bool {
    let mut found = false;
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let id = process.file_name().to_str().and_then(|id| id.parse().ok());
        if let Some(id) = id.filter(|&id| has_mark(id, mark)) {
            let _ = kill(pid(id), Signal::SIGKILL);
            found = true;
        }
    }
    found
}

/// Returns whether a process has a mark in its environment. Only the owner of the process can read
/// its environment, which is empty once the process has ended.
fn has_mark(process: u32, mark: &str) -> bool {
    let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    environment
        .windows(mark.len())
        .any(|part| part == mark.as_bytes())
}

fn pid(process: u32) -> Pid {
    Pid::from_raw(process.cast_signed())
}
