//! What happens when the system refuses memory: a message and exit code 3 instead of an abort.
//!
//! Rust's collections report a refused allocation to `handle_alloc_error`, which aborts the process and cannot be replaced in
//! stable Rust. An allocator can end the program in order; see docs/adr/0011.
#![allow(unsafe_code)] // an allocator cannot be written without

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// The allocator of the system; where it has no memory, the program ends.
pub struct Ending;

// SAFETY: every call is handed on to `System` unchanged, and no pointer but its own is returned.
unsafe impl GlobalAlloc for Ending {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc(layout) }, layout.size())
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }
    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        given(unsafe { System.realloc(old, layout, size) }, size)
    }
    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        unsafe { System.dealloc(old, layout) }
    }
}

/// A pointer that is not null, or the end of the program.
#[inline]
fn given(pointer: *mut u8, bytes: usize) -> *mut u8 {
    if pointer.is_null() {
        end(bytes);
    }
    pointer
}

/// Ends the program without further memory. A second failure on the way, perhaps of another thread, says nothing.
#[cold]
fn end(bytes: usize) -> ! {
    static ENDING: AtomicBool = AtomicBool::new(false);
    if !ENDING.swap(true, Ordering::Relaxed) {
        // `Stderr` has no buffer, and numbers are formatted on the stack
        let _ = writeln!(
            std::io::stderr(),
            "error: out of memory: the system refused {bytes} bytes; of a run, 'percussion recover DIR' writes what its \
             log holds"
        );
    }
    std::process::exit(3)
}
