use super::*;
use crate::temporary::tests::names;

fn write(wanted: &Path, text: &str) -> io::Result<()> {
    let folder = RunFolder::create(wanted, &[])?;
    fs::write(folder.path("games.csv"), text)?;
    fs::write(folder.path("run.json"), r#"{"signature": ""}"#)?;
    folder.finish().map(drop)
}

#[test]
fn a_run_replaces_the_one_before_and_nothing_else() {
    let top = tempfile::tempdir().unwrap();
    let wanted = top.path().join("new/reports");
    write(&wanted, "one").unwrap();
    fs::write(wanted.join("notes.txt"), "mine").unwrap();
    fs::create_dir(wanted.join("other")).unwrap();
    write(&wanted, "two").unwrap();
    assert_eq!(names(&wanted), ["games.csv", "notes.txt", "other", "run.json"]);
    assert_eq!(fs::read_to_string(wanted.join("games.csv")).unwrap(), "two");
    assert_eq!(names(wanted.parent().unwrap()), ["reports"], "nothing is left beside it");
}

#[test]
fn a_run_begins_while_another_replaces_the_same_folder() {
    let top = tempfile::tempdir().unwrap();
    let wanted = top.path().join("reports");
    write(&wanted, "one").unwrap();
    fs::write(wanted.join("notes.txt"), "mine").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..200).for_each(|_| write(&wanted, "two").unwrap()));
        }
    });
    assert_eq!(names(&wanted), ["games.csv", "notes.txt", "run.json"]);
    assert_eq!(names(top.path()), ["reports"]);
}

#[test]
fn a_run_that_is_given_up_leaves_nothing() {
    let top = tempfile::tempdir().unwrap();
    let wanted = top.path().join("reports");
    write(&wanted, "one").unwrap();
    drop(RunFolder::create(&wanted, &[]).unwrap());
    assert_eq!(names(top.path()), ["reports"]);
    assert_eq!(fs::read_to_string(wanted.join("games.csv")).unwrap(), "one");
}

#[test]
fn what_can_not_be_a_run_is_refused() {
    let top = tempfile::tempdir().unwrap();
    fs::write(top.path().join("file"), "").unwrap();
    let refused = |wanted: &Path| RunFolder::create(wanted, &[top.path().join("file")]).is_err();
    assert!(refused(&top.path().join("file")));
    assert!(refused(&top.path().join("missing/..")), "it has no name");
    assert_eq!(names(top.path()), ["file"], "nothing is created for it");
    let other = top.path().join("other");
    fs::create_dir(&other).unwrap();
    assert!(!refused(&other), "it is empty");
    for name in ["notes.txt", "run.json"] {
        fs::write(other.join(name), "{}").unwrap();
        assert!(refused(&other), "{name} is no run");
    }
    let tables = top.path().join("tables");
    fs::create_dir(&tables).unwrap();
    fs::write(tables.join("games.csv"), "name,year\n").unwrap();
    assert!(refused(&tables), "somebody's own table");
    fs::write(tables.join("games.csv"), "game,hash,size\n").unwrap();
    assert!(!refused(&tables), "the tables of a run");
    fs::create_dir(tables.join("run.json")).unwrap();
    assert!(refused(&tables), "what can't be read may be no run");
    fs::remove_dir(tables.join("run.json")).unwrap();
    fs::write(tables.join("notes.txt"), "").unwrap();
    assert!(refused(&tables));
    assert!(refused(Path::new(".")) && refused(Path::new("/")));
    assert!(refused(top.path()), "the games are in it");
}

#[test]
fn a_run_with_files_of_other_people_is_not_removed() {
    let top = tempfile::tempdir().unwrap();
    for name in ["games.csv", "notes.txt"] {
        fs::write(top.path().join(name), "").unwrap();
    }
    remove_run(top.path()).unwrap_err();
    assert_eq!(names(top.path()), ["notes.txt"]);
}

#[cfg(unix)]
#[test]
fn what_can_not_be_moved_is_refused_at_once() {
    use std::os::unix::fs::{MetadataExt, symlink};
    let top = tempfile::tempdir().unwrap();
    let error = |wanted: &Path| RunFolder::create(wanted, &[]).unwrap_err().to_string();
    symlink(top.path().join("nowhere"), top.path().join("link")).unwrap();
    assert!(error(&top.path().join("link")).contains("a link to what is not there"));
    // a link to a folder counts as that folder
    fs::create_dir(top.path().join("nowhere")).unwrap();
    write(&top.path().join("link"), "one").unwrap();
    write(&top.path().join("link"), "two").unwrap();
    assert_eq!(names(top.path()), ["link", "nowhere"]);
    let device = |path: PathBuf| fs::metadata(path).map(|data| data.dev()).ok();
    let is_mount = |path: &&str| device(path.into()).is_some_and(|it| device(Path::new(path).join("..")) != Some(it));
    let mount = ["/dev/shm", "/proc"].into_iter().find(is_mount);
    if let Some(mount) = mount {
        RunFolder::create(Path::new(mount), &[]).unwrap_err();
    }
}

/// The temporary folder of a run that was killed.
const KILLED: &str = ".reports.aB3dE6gH-seichi-partial";

/// Makes an earlier run with files of other people, does the first steps of the next run like a process that is killed
/// after them, and returns whether there were so many. `partial` is the folder with the files of that run.
fn killed_after(steps: usize, wanted: &Path, partial: &Path) -> bool {
    write(wanted, "one").unwrap();
    fs::write(wanted.join("notes.txt"), "mine").unwrap();
    fs::create_dir(wanted.join("other")).unwrap();
    let killed = wanted.with_file_name(KILLED);
    let at = |name: &str| killed.join(name);
    let all: [&dyn Fn() -> io::Result<()>; 18] = [
        &|| fs::create_dir(&killed),
        &|| fs::write(at("lock"), ""),
        &|| fs::create_dir(partial),
        &|| fs::create_dir(at(TRIAL)),
        &|| fs::create_dir(at(TRIAL).join(FULL)),
        &|| fs::remove_dir(at(TRIAL).join(FULL)),
        &|| fs::remove_dir(at(TRIAL)),
        &|| fs::write(partial.join("games.csv"), "two"),
        &|| fs::write(partial.join("run.json"), r#"{"signature": ""}"#),
        &|| fs::rename(wanted, at(OLD)),
        &|| fs::rename(partial, wanted),
        &|| fs::rename(at(OLD).join("notes.txt"), wanted.join("notes.txt")),
        &|| fs::rename(at(OLD).join("other"), wanted.join("other")),
        &|| fs::remove_file(at(OLD).join("games.csv")),
        &|| fs::remove_file(at(OLD).join("run.json")),
        &|| fs::remove_dir(at(OLD)),
        &|| fs::remove_file(at("lock")),
        &|| fs::remove_dir(&killed),
    ];
    all.iter().take(steps).for_each(|step| step().unwrap());
    steps <= all.len()
}

const WHOLE: [&str; 4] = ["games.csv", "notes.txt", "other", "run.json"];

#[test]
fn the_run_after_one_that_was_killed_removes_what_is_left_and_nothing_else() {
    for steps in 0.. {
        let top = tempfile::tempdir().unwrap();
        let wanted = top.path().join("reports");
        if !killed_after(steps, &wanted, &top.path().join(KILLED).join(NEW)) {
            assert_eq!(steps, 19);
            break;
        }
        drop(RunFolder::create(&wanted, &[]).unwrap());
        assert_eq!(names(&wanted), WHOLE, "after {steps} steps");
        let games = fs::read_to_string(wanted.join("games.csv")).unwrap();
        assert_eq!(games, if steps < 11 { "one" } else { "two" }, "after {steps} steps");
        assert_eq!(fs::read_to_string(wanted.join("notes.txt")).unwrap(), "mine");
        assert_eq!(names(top.path()), ["reports"], "after {steps} steps");
    }
}

#[test]
fn what_can_be_resumed_outlives_a_kill() {
    for steps in 0.. {
        let top = tempfile::tempdir().unwrap();
        let (wanted, partial) = (top.path().join("reports"), top.path().join(".reports.resume-partial"));
        if !killed_after(steps, &wanted, &partial) {
            break;
        }
        drop(RunFolder::create(&wanted, &[]).unwrap());
        assert_eq!(names(&wanted), WHOLE, "after {steps} steps");
        let kept: &[&str] = if (3..11).contains(&steps) { &[".reports.resume-partial"] } else { &[] };
        assert_eq!(names(top.path()), [kept, &["reports"]].concat(), "after {steps} steps");
        RunFolder::resume(&wanted, &[]).unwrap().finish().unwrap();
        assert_eq!(names(top.path()), ["reports"], "after {steps} steps");
        assert!(wanted.join("notes.txt").exists() && wanted.join("other").exists());
    }
}

/// A run that ends while nobody has put back the earlier one.
#[test]
fn the_files_of_other_people_are_moved_to_whatever_run_is_there() {
    for steps in 10..15 {
        let top = tempfile::tempdir().unwrap();
        let (wanted, elsewhere) = (top.path().join("reports"), top.path().join("elsewhere"));
        killed_after(steps, &wanted, &top.path().join(KILLED).join(NEW));
        if wanted.exists() {
            fs::remove_dir_all(&wanted).unwrap();
        }
        write(&elsewhere, "three").unwrap();
        fs::rename(&elsewhere, &wanted).unwrap();
        write(&wanted, "four").unwrap();
        assert_eq!(fs::read_to_string(wanted.join("games.csv")).unwrap(), "four");
        assert_eq!(wanted.join("notes.txt").exists(), steps < 12, "after {steps} steps");
        assert_eq!(names(top.path()), ["reports"], "after {steps} steps");
    }
}

#[test]
fn two_files_of_other_people_with_one_name_both_stay() {
    let top = tempfile::tempdir().unwrap();
    let wanted = top.path().join("reports");
    killed_after(11, &wanted, &top.path().join(KILLED).join(NEW));
    fs::write(wanted.join("notes.txt"), "new").unwrap();
    let error = RunFolder::create(&wanted, &[]).unwrap_err().to_string();
    assert!(error.contains("a killed run left files in ") && error.contains("notes.txt exists"), "{error}");
    assert_eq!(fs::read_to_string(wanted.join("notes.txt")).unwrap(), "new");
    assert_eq!(fs::read_to_string(top.path().join(KILLED).join(OLD).join("notes.txt")).unwrap(), "mine");
    fs::rename(wanted.join("notes.txt"), wanted.join("new.txt")).unwrap();
    write(&wanted, "three").unwrap();
    assert_eq!(names(&wanted), ["games.csv", "new.txt", "notes.txt", "other", "run.json"]);
    assert_eq!(names(top.path()), ["reports"]);
}

#[test]
fn what_another_run_uses_or_nobody_knows_stays() {
    let top = tempfile::tempdir().unwrap();
    let at = |name: &str| top.path().join(name);
    let first = RunFolder::create(&at("reports"), &[]).unwrap();
    fs::write(first.path("games.csv"), "game,hash,first").unwrap();
    // folders for other names, one that has no lock, and one with files of somebody else
    let others = [
        ".reports2.aB3dE6gH-seichi-partial/lock",
        ".my.reports.aB3dE6gH-seichi-partial/lock",
        ".reports.new.aB3dE6gH-seichi-partial/lock",
        ".reports.12345.0-partial/games.csv",
        ".reports.aaaaaaaa-seichi-partial/games.csv",
        ".reports.bbbbbbbb-seichi-partial/lock",
        ".reports.bbbbbbbb-seichi-partial/new/thesis.tex",
    ];
    for other in others {
        fs::create_dir_all(at(other).parent().unwrap()).unwrap();
        fs::write(at(other), "").unwrap();
    }
    write(&at("reports"), "second").unwrap();
    assert!(others.iter().all(|other| at(other).exists()));
    first.finish().unwrap();
    assert_eq!(fs::read_to_string(at("reports/games.csv")).unwrap(), "game,hash,first");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_run_that_was_moved_away_leads_to_it_again() {
    let top = tempfile::tempdir().unwrap();
    let (wanted, link) = (top.path().join("reports"), top.path().join("link"));
    killed_after(10, &wanted, &top.path().join(KILLED).join(NEW));
    std::os::unix::fs::symlink("reports", &link).unwrap();
    write(&link, "three").unwrap();
    assert_eq!(names(&wanted), WHOLE);
    assert_eq!(names(top.path()), ["link", "reports"]);
}
