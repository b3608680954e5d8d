//! Random sequences of commands on a few folders. Some commands are killed, some find the disk
//! full, and files are damaged between them.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::damage::damaged;
use crate::model::{Model, NOTES, STRATEGIES, State};
use crate::records::own_records;
use crate::rounds;
use crate::sandbox::{RunOutput, Sandbox, seichi, undisturbed};

/// The commands in a sequence.
const COMMANDS: usize = 12;

/// The folders of runs.
const FOLDERS: [&str; 3] = ["a", "b", "nested/c"];

/// The number of times that each action happened.
#[derive(Debug, Default)]
struct Counts {
    sequences: u32,
    commands: u32,
    kills: u32,
    full_disks: u32,
    damaged_files: u32,
    refused: u32,
}

#[test]
fn runs_after_kills_and_damage_are_whole_or_refused() {
    let (own, mut counts) = (own_records(), Counts::default());
    rounds(3, |rng| {
        let sandbox = Sandbox::new(&[]);
        for number in 0..rng.usize(5..15) {
            sandbox.write(&format!("games/{number}.sgf"), &own[rng.usize(..own.len())]);
        }
        let mut model = Model::new(sandbox);
        // the time at which a run is killed depends on how long a run takes
        let begin = Instant::now();
        evaluate(&mut model, "a", "", Fate::End, &mut counts);
        let attack = Attack {
            own: &own,
            length: begin.elapsed(),
        };
        for _ in 0..COMMANDS {
            attack.command(rng, &mut model, &mut counts);
        }
        counts.sequences += 1;
    });
    println!("{counts:?}");
}

/// How a run ends.
#[derive(Clone, Copy, Debug)]
enum Fate {
    End,
    Kill(Duration),
    Interrupt(Duration),
    /// Files can't grow beyond this number of blocks of 512 bytes.
    FullDisk(u32),
}

struct Attack<'a> {
    own: &'a [Vec<u8>],
    /// The time that a run takes.
    length: Duration,
}

impl Attack<'_> {
    fn command(&self, rng: &mut Rng, model: &mut Model, counts: &mut Counts) {
        let folder = FOLDERS[rng.usize(..FOLDERS.len())];
        match rng.u8(..20) {
            0..8 => {
                let words = ["", "-j 1", "-j 3"][rng.usize(..3)];
                evaluate(model, folder, words, self.fate(rng), counts);
            }
            8 => at_once(model, folder, counts),
            9..11 => self.change_games(rng, model),
            11..14 => damage(rng, model, folder, counts),
            14 => model.change_notes(folder),
            15 | 16 => report(rng, model, folder, counts),
            17 => compare(model, [folder, FOLDERS[rng.usize(..FOLDERS.len())]], counts),
            18 => gate(model, folder, counts),
            _ => accept(model, folder, counts),
        }
    }

    fn fate(&self, rng: &mut Rng) -> Fate {
        // half of the kills come near the end, when the folder is replaced
        let part = if rng.bool() {
            rng.f64() * 1.2
        } else {
            0.8 + rng.f64() / 3.0
        };
        match rng.u8(..10) {
            0..4 => Fate::End,
            4..7 => Fate::Kill(self.length.mul_f64(part)),
            7 => Fate::Interrupt(self.length.mul_f64(part)),
            _ => Fate::FullDisk(rng.u32(1..200)),
        }
    }

    fn change_games(&self, rng: &mut Rng, model: &mut Model) {
        model.version += 1;
        let path = model
            .sandbox
            .path(&format!("games/{}.sgf", rng.usize(5..20)));
        if rng.bool() && path.exists() {
            fs::remove_file(path).expect("a game");
        } else {
            fs::write(path, &self.own[rng.usize(..self.own.len())]).expect("a game");
        }
    }
}

/// Evaluates the games, and checks that the folder has either the new or the previous run.
fn evaluate(model: &mut Model, folder: &str, words: &str, fate: Fate, counts: &mut Counts) {
    let (before, left) = (model.files(folder), model.temporary_folders(folder));
    let may_fail = !is_replaceable(model, folder);
    let (code, err) = ended(&model.sandbox, folder, words, fate, counts);
    let what = format!("eval {words} -o {folder}, {fate:?}");
    if code.is_some() {
        assert_eq!(
            model.temporary_folders(folder),
            left,
            "{what}: a temporary folder is left"
        );
    }
    match code {
        Some(0) => return model.assert_complete(folder, &what),
        Some(2) => assert!(
            may_fail || matches!(fate, Fate::FullDisk(_)),
            "{what}: {err}"
        ),
        Some(130) => assert!(matches!(fate, Fate::Interrupt(_)), "{what}: {err}"),
        Some(code) => panic!("{what}: exit code {code}: {err}"),
        None => assert!(matches!(fate, Fate::Kill(_) | Fate::Interrupt(_)), "{what}"),
    }
    let now = model.files(folder);
    match now {
        _ if now == before => return,
        // the run was killed after the folder was in place
        Some(files) if model.has_run(&files) => return model.assert_complete(folder, &what),
        Some(_) => panic!("{what}: {folder} has neither the old run nor the new one"),
        None => assert!(code.is_none(), "{what}: the previous run is gone"),
    }
    let parent = folder.rsplit_once('/').map_or(".", |(parent, _)| parent);
    let now = model.temporary_folders(folder);
    let kept = now.iter().find(|name| !left.contains(name));
    let old = kept.and_then(|name| model.files(&format!("{parent}/{name}/old")));
    assert!(old == before, "{what}: the previous run is not in {kept:?}");
    // the run was killed between the two renames, which must not affect the next run
    let (code, err) = ended(&model.sandbox, folder, "", Fate::End, counts);
    assert_eq!(code, Some(0), "after {what}: {err}");
    model.assert_complete(folder, &format!("after {what}"));
}

/// Runs `eval` until it ends in any way. Returns its exit code, `None` if a signal ended it, and
/// its standard error.
fn ended(
    sandbox: &Sandbox,
    folder: &str,
    words: &str,
    fate: Fate,
    counts: &mut Counts,
) -> (Option<i32>, String) {
    let blocks = if let Fate::FullDisk(blocks) = fate {
        blocks.to_string()
    } else {
        "unlimited".to_owned()
    };
    let line = format!(
        "trap '' XFSZ; ulimit -f {blocks}; exec {} eval games {STRATEGIES} -q {words} -o {folder}",
        seichi().display()
    );
    let mut command = Command::new("sh");
    command
        .args(["-c", &line])
        .current_dir(sandbox.path("."))
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    undisturbed(&mut command);
    let child = command.spawn().expect("the program starts");
    counts.commands += 1;
    if let Fate::Kill(after) | Fate::Interrupt(after) = fate {
        std::thread::sleep(after);
        let signal = if matches!(fate, Fate::Kill(_)) {
            "-KILL"
        } else {
            "-INT"
        };
        let _ = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .stderr(Stdio::null())
            .status();
    }
    let output = child.wait_with_output().expect("the program ends");
    counts.kills += u32::from(output.status.signal().is_some());
    counts.full_disks +=
        u32::from(matches!(fate, Fate::FullDisk(_)) && output.status.code() == Some(2));
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!err.contains("panicked"), "{line}: {err}");
    (output.status.code(), err)
}

/// Returns whether a run may replace a folder: not if the folder holds the user's notes, or if its
/// `run.json` is damaged.
fn is_replaceable(model: &Model, folder: &str) -> bool {
    if model.has_notes(folder) {
        return false;
    }
    let run = fs::read(model.sandbox.path(&format!("{folder}/run.json")));
    model.state(folder) != State::Damaged
        || run.is_ok_and(|run| {
            serde_json::from_slice::<serde_json::Value>(&run)
                .is_ok_and(|run| run["signature"].is_string())
        })
}

/// Runs two evaluations into one folder at the same time.
fn at_once(model: &mut Model, folder: &str, counts: &mut Counts) {
    if !is_replaceable(model, folder) {
        return;
    }
    let sandbox = &model.sandbox;
    let codes = std::thread::scope(|scope| {
        let run = || ended(sandbox, folder, "", Fate::End, &mut Counts::default());
        [scope.spawn(run), scope.spawn(run)].map(|run| run.join().expect("no panic"))
    });
    counts.commands += 2;
    assert!(
        codes.iter().all(|(code, _)| *code == Some(0)),
        "two runs at once: {codes:?}"
    );
    model.assert_complete(folder, "two runs at once");
}

/// Damages or removes a file of a run.
fn damage(rng: &mut Rng, model: &Model, folder: &str, counts: &mut Counts) {
    let Some(files) = model.files(folder) else {
        return;
    };
    let names: Vec<&String> = files.keys().filter(|name| *name != NOTES).collect();
    if names.is_empty() {
        return;
    }
    let path = format!("{folder}/{}", names[rng.usize(..names.len())]);
    let path = model.sandbox.path(&path);
    let other = FOLDERS[rng.usize(..FOLDERS.len())];
    let other = model
        .sandbox
        .path(other)
        .join(path.file_name().expect("a name"));
    counts.damaged_files += 1;
    match rng.u8(..8) {
        0 => fs::remove_file(path).expect("a file"),
        // the file of a different run; `run.json` of a run on the same games would be equivalent
        1 if other.exists() && other != path && !path.ends_with("run.json") => {
            fs::copy(other, path).expect("a file");
        }
        _ => {
            let bytes = damaged(rng, fs::read(&path).expect("a file"));
            fs::write(path, bytes).expect("a file");
        }
    }
}

/// Runs a command that reads runs, and checks that it refuses damaged or missing runs. Returns the
/// output if all are whole.
fn read(model: &Model, folders: &[&str], line: &str, counts: &mut Counts) -> Option<RunOutput> {
    let output = model.sandbox.run(line);
    counts.commands += 1;
    crate::assert_sound(&output, line);
    let is_whole = |folder: &&str| matches!(model.state(folder), State::Whole(_));
    if folders.iter().all(is_whole) {
        return Some(output);
    }
    counts.refused += 1;
    let states = folders
        .iter()
        .map(|folder| (folder, model.state(folder)))
        .collect::<Vec<_>>();
    assert_eq!(
        output.code, 2,
        "{line} has read a run that is not whole: {states:?}"
    );
    None
}

fn report(rng: &mut Rng, model: &Model, folder: &str, counts: &mut Counts) {
    let options = [
        "--format json",
        "--format html",
        "--format markdown",
        "--format junit",
    ];
    let line = format!("report {folder} {}", options[rng.usize(..options.len())]);
    if let Some(output) = read(model, &[folder], &line, counts) {
        output.exits(0);
    }
}

fn compare(model: &Model, folders: [&str; 2], counts: &mut Counts) {
    let line = format!("compare {} {}", folders[0], folders[1]);
    if let Some(output) = read(model, &folders, &line, counts) {
        let same = model.state(folders[0]) == model.state(folders[1]);
        assert!(
            output.code == 0 || output.code == 4 && !same,
            "{line}: {}",
            output.err
        );
    }
}

fn gate(model: &Model, folder: &str, counts: &mut Counts) {
    let line = format!("gate --run {folder}");
    if let Some(output) = read(model, &[folder], &line, counts) {
        match model.baseline {
            None => assert_eq!(output.code, 4, "{line}: {}", output.err),
            Some(version) if model.state(folder) == State::Whole(version) => {
                assert_eq!(output.code, 0, "{line}");
            }
            Some(_) => assert!([0, 1, 4].contains(&output.code), "{line}: {}", output.err),
        }
    }
}

/// Accepts a run, and expects the gate to pass it.
fn accept(model: &mut Model, folder: &str, counts: &mut Counts) {
    let path = model.sandbox.path("seichi-baseline.txt");
    let before = fs::read(&path).ok();
    if let Some(output) = read(
        model,
        &[folder],
        &format!("baseline accept {folder}"),
        counts,
    ) {
        output.exits(0);
        let State::Whole(version) = model.state(folder) else {
            unreachable!("it was read")
        };
        model.baseline = Some(version);
        gate(model, folder, counts);
    } else {
        assert_eq!(fs::read(&path).ok(), before, "a damaged run was accepted");
    }
}
