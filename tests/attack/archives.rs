//! Damaged archives.

use crate::damage::damaged;
use crate::pack::{KINDS, pack};
use crate::records::own_records;
use crate::sandbox::Sandbox;
use crate::{assert_sound, evaluates, rounds};

/// The archives in a round.
const ARCHIVES: usize = 20;

#[test]
fn damaged_archives_do_no_harm() {
    let own = own_records();
    let mut archives = 0;
    rounds(1, |rng| {
        let sandbox = Sandbox::new(&[]);
        for number in 0..ARCHIVES {
            let kind = KINDS[rng.usize(..KINDS.len())];
            let mut files: Vec<(&str, Vec<u8>)> =
                ["b/two.sgf", "one.sgf", "notes.txt", "c.sgf", "a/d.SGF"]
                    .map(|name| (name, own[rng.usize(..own.len())].clone()))
                    .to_vec();
            if rng.u8(..4) == 0 {
                files.push(("inner.tar", damaged(rng, pack("tar", &files))));
            }
            let mut bytes = pack(kind, &files);
            for _ in 0..rng.u8(1..4) {
                bytes = damaged(rng, bytes);
            }
            sandbox.write(&format!("games/{number}.{kind}"), &bytes);
        }
        archives += ARCHIVES;
        evaluates(&sandbox, "-s linked");
        let line = "inspect games -q";
        assert_sound(&sandbox.run(line), line);
    });
    println!("{archives} damaged archives");
}
