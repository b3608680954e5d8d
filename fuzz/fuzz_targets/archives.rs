#![no_main]

// readers of archives may panic, and the library catches these panics; one that it does not catch
// ends the run
libfuzzer_sys::fuzz_target!(
    init: if std::env::var_os("SHOW_PANICS").is_none() {
        std::panic::set_hook(Box::new(|_| ()));
    },
    |data: &[u8]| seichi_fuzz::archives(data)
);
