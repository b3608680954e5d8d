//! Tests that hold for every command, including future ones.

use clap::{Command, CommandFactory};

use super::super::args::Arguments;
use super::setting::Setting;

fn program() -> Command {
    let mut program = Arguments::command();
    program.build();
    program
}

fn commands<'a>(of: &'a Command, found: &mut Vec<&'a Command>) {
    for command in of.get_subcommands().filter(|command| command.get_name() != "help") {
        found.push(command);
        commands(command, found);
    }
}

#[test]
fn every_long_flag_is_a_setting() {
    let program = program();
    let mut found = Vec::new();
    commands(&program, &mut found);
    assert!(found.len() >= 7, "there are few commands");
    for command in found {
        let settings = Setting::all(command, &program);
        for arg in command.get_arguments() {
            let of_the_program = program.get_arguments().any(|other| other.get_id() == arg.get_id());
            let Some(long) = arg
                .get_long()
                .filter(|_| !of_the_program && !arg.is_hide_set() && arg.get_id() != super::setting::FORCE)
            else {
                continue;
            };
            let known = settings.iter().any(|setting| setting.key == long);
            assert!(known, "{} --{long}: the configuration knows no {:?}", command.get_name(), arg.get_action());
        }
    }
}

/// The configuration appends words to the end of the line, where they belong to the innermost command.
#[test]
fn only_innermost_commands_have_flags() {
    let program = program();
    let mut found = Vec::new();
    commands(&program, &mut found);
    for command in found.into_iter().filter(|command| command.has_subcommands()) {
        let deeper: Vec<&Command> = command.get_subcommands().filter(|deeper| deeper.get_name() != "help").collect();
        for setting in Setting::all(command, &program) {
            let inherited = |deeper: &&Command| deeper.get_arguments().any(|arg| arg.get_id() == setting.id());
            assert!(deeper.iter().all(inherited), "{} {}: make it global", command.get_name(), setting.key);
        }
    }
}

#[test]
fn no_two_flags_of_a_command_share_a_key_and_none_has_a_profiles() {
    let program = program();
    let mut found = Vec::new();
    commands(&program, &mut found);
    for command in found {
        let mut keys: Vec<String> = Setting::all(command, &program).into_iter().map(|setting| setting.key).collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all, "{}", command.get_name());
        assert!(!keys.iter().any(|key| key == "profile"), "{}", command.get_name());
    }
}
