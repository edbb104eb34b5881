//! Randomness of the operating system.

use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::Read;

/// 128 bits as 32 digits that nobody can guess.
pub fn text() -> String {
    let mut bytes = [0; 16];
    let read = File::open("/dev/urandom").and_then(|mut f| f.read_exact(&mut bytes));
    if read.is_err() {
        // systems without that file: hashes with keys from the system's source of randomness
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&RandomState::new().build_hasher().finish().to_le_bytes());
        }
    }
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_differ() {
        assert_ne!(super::text(), super::text());
        assert_eq!(super::text().len(), 32);
    }
}
