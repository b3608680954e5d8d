#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| seichi_fuzz::config(data));
