//! No allocation in a step after the first two, asserted with a counting allocator.
#![allow(unsafe_code)] // a global allocator cannot be had without

use percussion::problems::{self, prepare};
use percussion::schemes::{Scheme, Start};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|c| c.set(c.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { System.dealloc(ptr, layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = COUNT.try_with(|c| c.set(c.get() + 1));
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations in `steps` steps after the first `skip` ones.
fn allocations(
    problem: &str,
    scheme: &str,
    sets: &[(&str, &str)],
    skip: usize,
    steps: usize,
) -> usize {
    let p = problems::find(problem).unwrap();
    let sets: Vec<(String, String)> =
        sets.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let ready = prepare(p, &sets).unwrap();
    let start = Start { t: 0.0, q: &ready.q0, u: &ready.u0, dt: p.dt };
    let scheme = match scheme.split_once(", ") {
        Some((name, impacts)) => Scheme::new(name).unwrap().set("impacts", impacts).unwrap(),
        None => Scheme::new(scheme).unwrap(),
    };
    let mut s = scheme.start(&ready.system, &start).unwrap();
    for _ in 0..skip {
        s.step(p.dt).unwrap();
    }
    let before = COUNT.with(Cell::get);
    for _ in 0..steps {
        s.step(p.dt).unwrap();
    }
    COUNT.with(Cell::get) - before
}

#[test]
fn smooth_steps_do_not_allocate() {
    for (problem, sets) in [
        ("pendulum", &[][..]),
        ("heavy-top", &[]),
        ("free-top", &[]),
        ("chain", &[("n", "10")]),
        ("chain", &[("n", "100")]),
        ("spatial-chain", &[("n", "10")]),
        ("rolling-disc", &[]),
        ("painleve-rod", &[]),
        ("tippe-top", &[]),
    ] {
        let n = allocations(problem, "alpha", sets, 2, 100);
        assert_eq!(n, 0, "{problem} under alpha");
    }
}

#[test]
fn impacts_and_rest_do_not_allocate() {
    for problem in ["bouncing-ball", "rotating-ball", "linear-oscillator", "bouncing-pendulum"] {
        let n = allocations(problem, "alpha, captured", &[], 2, 3000);
        assert_eq!(n, 0, "{problem} under alpha, captured");
        let n = allocations(problem, "alpha", &[], 2, 100);
        assert_eq!(n, 0, "{problem} under alpha, before its first impact");
    }
    // a located impact states and solves its contact problems anew: ten impacts, and none once the ball rests
    let (all, rest) = [(1000, 2000), (3100, 900)]
        .map(|(skip, steps)| allocations("bouncing-ball", "alpha", &[], skip, steps))
        .into();
    assert!(all <= 200 && rest == 0, "{all}, {rest}");
}

#[test]
fn first_order_schemes_do_not_allocate_between_impacts() {
    for (problem, scheme) in
        [("pendulum", "moreau"), ("chain", "moreau"), ("pendulum", "schatzman-paoli")]
    {
        let n = allocations(problem, scheme, &[], 2, 100);
        assert_eq!(n, 0, "{problem} under {scheme}");
    }
}

#[test]
fn smooth_integrators_do_not_allocate() {
    for scheme in [
        "dopri5",
        "mdop5",
        "hem5",
        "phem56",
        "radau5",
        "alpha-p-adaptive",
        "alpha-v-adaptive",
        "alpha-pv-adaptive",
    ] {
        for problem in ["pendulum", "slider-crank", "heavy-top"] {
            let n = allocations(problem, scheme, &[], 5, 50);
            assert_eq!(n, 0, "{problem} under {scheme}");
        }
    }
}
