//! The library in a browser. A page writes a request as JSON into [`exports::room`], calls
//! [`exports::call`] and reads the answer; requests and answers are those of [`playground`].
//! The page itself is in `page/`, its scripts in `viewer/src/playground`.

pub mod playground;

/// What a page can call. Memory goes one way at a time: the page writes into `room`, reads from `answer` and `rows`.
#[allow(
    unsafe_code,
    reason = "functions are exported under their names; none of them reads memory by address"
)]
pub mod exports {
    use super::playground::Playground;
    use std::cell::RefCell;

    #[derive(Default)]
    struct Held {
        room: Vec<u8>,
        answer: String,
        playground: Playground,
    }

    thread_local!(static HELD: RefCell<Held> = RefCell::default());

    /// Memory of `n` bytes for the page to write into.
    #[no_mangle]
    pub extern "C" fn room(n: usize) -> *mut u8 {
        HELD.with_borrow_mut(|held| {
            held.room.clear();
            held.room.resize(n, 0);
            held.room.as_mut_ptr()
        })
    }

    /// Answers the request in `room`; gives the length of the answer.
    #[no_mangle]
    pub extern "C" fn call() -> usize {
        HELD.with_borrow_mut(|held| {
            held.answer = held.playground.answer(&held.room);
            held.room = Vec::new();
            held.answer.len()
        })
    }

    /// Where the answer is.
    #[no_mangle]
    pub extern "C" fn answer() -> *const u8 {
        HELD.with_borrow(|held| held.answer.as_ptr())
    }

    /// Keeps the bytes in `room` as a file for models: the first `name` bytes are its name. Gives 1 where it was taken.
    #[no_mangle]
    pub extern "C" fn file(name: usize) -> usize {
        HELD.with_borrow_mut(|held| {
            let mut bytes = std::mem::take(&mut held.room);
            let content = bytes.split_off(name.min(bytes.len()));
            usize::from(held.playground.keep(bytes, content))
        })
    }

    /// Where the numbers of the record are, row by row.
    #[no_mangle]
    pub extern "C" fn rows() -> *const f64 {
        HELD.with_borrow(|held| held.playground.rows().as_ptr())
    }

    /// How many numbers the record has.
    #[no_mangle]
    pub extern "C" fn numbers() -> usize {
        HELD.with_borrow(|held| held.playground.rows().len())
    }
}
