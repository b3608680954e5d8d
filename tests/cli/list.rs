//! `seichi list`, as a user sees it.

use crate::sandbox::Sandbox;

#[test]
fn list_names_everything_once() {
    let sandbox = Sandbox::new(&[]);
    let strategies = sandbox.run("list strategies").exits(0).out;
    assert_eq!(
        strategies.lines().count(),
        seichi::territory::STRATEGIES.len()
    );
    let reasons = sandbox.run("list reasons").exits(0).out;
    assert_eq!(reasons.lines().count(), seichi::skip::Reason::ALL.len());
    assert!(reasons.contains("no_dead_info"));
    let categories = sandbox.run("list categories").exits(0).out;
    assert_eq!(
        categories.lines().count(),
        seichi::game::Category::ALL.len()
    );
    assert!(
        categories.ends_with(
            "\nunsupported       The scorer does not support the rules, the size or the shape of the \
             board. This counts as neither right nor wrong.\n"
        ),
        "{categories}"
    );
    assert!(
        categories.contains("\nfalse_eye         Most differing points are false eyes"),
        "{categories}"
    );
    assert!(
        sandbox
            .run("list flags")
            .exits(0)
            .out
            .contains("\nwrong_ca ")
    );
    let rules = sandbox.run("list rules").exits(0).out;
    assert_eq!(
        rules,
        "japanese           koSIMPLEscoreTERRITORYtaxSEKIsui0\n\
         korean             koSIMPLEscoreTERRITORYtaxSEKIsui0\n\
         chinese            koSIMPLEscoreAREAtaxNONEsui0whbN\n\
         aga                koSITUATIONALscoreAREAtaxNONEsui0whbN-1\n\
         new-zealand        koSITUATIONALscoreAREAtaxNONEsui1\n\
         tromp-taylor       koPOSITIONALscoreAREAtaxNONEsui1\n\
         ing                koPOSITIONALscoreAREAtaxNONEsui1\n\
         chinese-ogs        koPOSITIONALscoreAREAtaxNONEsui0whbN\n\
         chinese-kgs        koPOSITIONALscoreAREAtaxNONEsui0whbN\n\
         bga                koSITUATIONALscoreAREAtaxNONEsui0whbN-1\n\
         french             koSITUATIONALscoreAREAtaxNONEsui0whbN-1\n\
         aga-button         koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1\n\
         stone-scoring      koSIMPLEscoreAREAtaxALLsui0\n\
         ancient-territory  koSIMPLEscoreTERRITORYtaxALLsui0\n"
    );
    assert!(
        sandbox
            .run("list measures")
            .exits(0)
            .out
            .contains("seki_f1")
    );
}

/// The names of all lists.
pub(crate) const LISTS: [&str; 6] = [
    "strategies",
    "reasons",
    "flags",
    "categories",
    "rules",
    "measures",
];

#[test]
fn list_without_a_name_names_the_lists() {
    let output = Sandbox::new(&[]).run("list").exits(2);
    for name in LISTS {
        let lists = output
            .err
            .split("possible values: ")
            .nth(1)
            .expect("a list of lists");
        assert!(lists.contains(name), "{name}: {}", output.err);
    }
}
