//! JavaScript in a page. `web/pack` also includes this file.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest as _, Sha256};

/// Returns a module's code, without its imports and without `export`, for a script in which modules
/// share a scope. An import takes one line, or has a closing brace before its `from`.
pub(super) fn without_modules(module: &str) -> String {
    let (mut code, mut is_import) = (String::new(), false);
    for line in module.lines() {
        is_import |= line.starts_with("import ");
        if !is_import && !line.starts_with("export {") {
            code = code + line.strip_prefix("export ").unwrap_or(line) + "\n";
        }
        is_import &= !line.contains(" from '");
    }
    code
}

/// Returns the digest of an element's text as a source in a Content Security Policy: `sha256-`, and
/// the digest in base64.
pub(super) fn integrity(text: &str) -> String {
    let digest = BASE64_STANDARD.encode(Sha256::digest(text));
    format!("sha256-{digest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_and_exports_are_removed() {
        let module = "// words\nimport {\n  a, b,\n} from './x.js';\n\
                      import { c } from './y.js';\n\n\
                      export let d = a;\nexport { d as e };\n";
        assert_eq!(without_modules(module), "// words\n\nlet d = a;\n");
    }

    /// The page allows the browser to run only the page's own script, so the digest must be the one
    /// that browsers compute.
    #[test]
    fn integrity_is_the_digest_in_base64() {
        // printf '%s' TEXT | openssl dgst -sha256 -binary | base64
        assert_eq!(
            integrity(""),
            "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        );
        assert_eq!(
            integrity("abc"),
            "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
        );
    }
}
