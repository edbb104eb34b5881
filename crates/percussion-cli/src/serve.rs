//! A small server: a fixed number of threads answer connections, each within a deadline.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{sync_channel, Receiver};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Threads that answer.
const THREADS: usize = 8;
/// Connections that wait for one of them; more are closed.
const WAITING: usize = 32;
/// Shortest and longest pause after a connection that could not be taken, as where no descriptor is left.
const PAUSES: [Duration; 2] = [Duration::from_millis(10), Duration::from_secs(1)];

/// Answers connections until the program ends. All threads are made at once: what is missing is said before the first
/// connection. The handle is that of the thread that takes connections.
pub fn start(
    listener: TcpListener,
    answer: impl Fn(TcpStream) + Send + Sync + 'static,
) -> io::Result<JoinHandle<()>> {
    let (queue, received) = sync_channel::<TcpStream>(WAITING);
    let (received, answer) = (Arc::new(Mutex::new(received)), Arc::new(answer));
    for _ in 0..THREADS {
        let (received, answer) = (received.clone(), answer.clone());
        let work = move || {
            while let Some(stream) = next(&received) {
                answer(stream);
            }
        };
        Builder::new().name("answer".into()).spawn(work)?;
    }
    let take = move || {
        let mut pause = PAUSES[0];
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    pause = PAUSES[0];
                    // dropped where too many wait
                    let _ = queue.try_send(stream);
                }
                Err(_) => {
                    std::thread::sleep(pause);
                    pause = (2 * pause).min(PAUSES[1]);
                }
            }
        }
    };
    Builder::new().name("connections".into()).spawn(take)
}

fn next(received: &Mutex<Receiver<TcpStream>>) -> Option<TcpStream> {
    received.lock().ok()?.recv().ok()
}

/// A connection that is read or written up to a deadline, however slowly the other side goes on.
pub struct Timed<'s> {
    stream: &'s TcpStream,
    end: Instant,
}

impl<'s> Timed<'s> {
    /// From now on for so long.
    pub fn new(stream: &'s TcpStream, time: Duration) -> Self {
        Timed { stream, end: Instant::now() + time }
    }
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(Some(left))
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        (&mut &*self.stream).read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        (&mut &*self.stream).write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A byte now and then does not hold a connection for longer than its deadline.
    #[test]
    fn a_slow_sender_is_cut_off() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut sender = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let drip = std::thread::spawn(move || {
            while sender.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let begun = Instant::now();
        let mut all = Vec::new();
        let end = Timed::new(&stream, Duration::from_millis(200)).read_to_end(&mut all);
        assert!(end.is_err() && !all.is_empty());
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
        drop(stream);
        drip.join().unwrap();
    }
}
