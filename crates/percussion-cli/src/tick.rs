//! A clock that long loops look at for the price of one load: asking for the time costs as much as a
//! good part of a small step.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Raised again and again until it is dropped.
pub struct Tick {
    due: Arc<AtomicBool>,
    // the thread ends when this is gone
    _end: Sender<()>,
    /// Where no thread could be made: the period, and when it was due last.
    clock: Option<(Duration, Cell<Instant>)>,
}

impl Tick {
    /// One that is due every so often.
    pub fn every(period: Duration) -> Self {
        let due = Arc::new(AtomicBool::new(false));
        let (end, ended) = channel::<()>();
        let raised = due.clone();
        let raise = move || {
            while ended.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
                raised.store(true, Ordering::Relaxed);
            }
        };
        let thread = std::thread::Builder::new().name("tick".into()).spawn(raise);
        let clock = thread.is_err().then(|| (period, Cell::new(Instant::now())));
        Tick { due, _end: end, clock }
    }

    /// Whether it is due; then not before the next time.
    pub fn due(&self) -> bool {
        if let Some((period, last)) = &self.clock {
            let due = last.get().elapsed() >= *period;
            if due {
                last.set(Instant::now());
            }
            return due;
        }
        self.due.load(Ordering::Relaxed) && self.due.swap(false, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_due_again_and_again() {
        let tick = Tick::every(Duration::from_millis(2));
        let begun = Instant::now();
        let mut times = 0;
        while times < 3 && begun.elapsed() < Duration::from_secs(20) {
            times += usize::from(tick.due());
        }
        assert_eq!(times, 3);
        assert!(!tick.due() || begun.elapsed() > Duration::from_millis(2));
    }
}
