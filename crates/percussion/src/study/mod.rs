//! Studies: many runs of one problem under several schemes, in parallel, and what they show.
//!
//! A study is a list of [`Case`]s. [`run_all`] runs them on several threads; every case depends on its own
//! data only, so that its numbers do not depend on the number of threads, nor on which cases were run before.
//! What comes out, an [`Outcome`] for each case, can be written down case by case and read back: a
//! study that was interrupted goes on where it was. Files and drawings belong to the caller, but for [`figure`],
//! which is text.

mod figure;
mod order;

pub use figure::{figure, Curve};
pub use order::{orders, OrderRow};

use crate::error::ModelError;
use crate::measure::{compare, l1, Interpolation, Samples};
use crate::problems::{find, prepare, reference_for, Problem};
use crate::record::{Record, Status};
use crate::schemes::Scheme;
use crate::simulate::{simulate, Settings};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// One run of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Named problem.
    pub problem: String,
    /// Its parameters that differ from their defaults.
    pub sets: Vec<(String, String)>,
    /// Scheme.
    pub scheme: String,
    /// Its options that differ from their defaults.
    pub options: Vec<(String, String)>,
    /// Step; for schemes that choose their own, the interval between rows.
    pub dt: f64,
    /// Tolerance, for schemes that have one.
    pub tol: Option<f64>,
    /// End.
    pub t_end: f64,
    /// Where the problem has no reference: the step of the run of the same scheme that takes its place.
    pub fine: f64,
}

/// What a case gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The scheme, step and tolerance of the case.
    pub scheme: String,
    /// Step.
    pub dt: f64,
    /// Tolerance.
    pub tol: Option<f64>,
    /// L1 norm over time of the error of the coordinates.
    pub error_q: Option<f64>,
    /// The same of the velocities.
    pub error_v: Option<f64>,
    /// What the errors are measured against: the name of a reference, or the step of a fine run.
    pub against: String,
    /// Evaluations of the equations.
    pub evaluations: usize,
    /// Steps, inner ones included.
    pub steps: usize,
    /// Time of the run, seconds.
    pub wall_s: f64,
    /// `done`, or why it ended early.
    pub status: String,
}

impl Case {
    /// Checks names and values without running.
    pub fn check(&self) -> Result<(), ModelError> {
        let (problem, scheme) = (find(&self.problem)?, self.scheme()?);
        let positive = "a finite number greater than zero";
        for (what, v) in [("dt", self.dt), ("t_end", self.t_end), ("fine", self.fine)] {
            if !(v > 0.0 && v.is_finite()) {
                return Err(ModelError::value(what, v, positive));
            }
        }
        if self.t_end / self.dt.min(self.fine) > MOST_STEPS {
            let allowed = format!("at least {:e}", self.t_end / MOST_STEPS);
            return Err(ModelError::value("dt", self.dt.min(self.fine), &allowed));
        }
        scheme.info().check(&prepare(problem, &self.sets)?.system)
    }

    fn scheme(&self) -> Result<Scheme, ModelError> {
        let mut scheme = Scheme::new(&self.scheme)?;
        if let Some(tol) = self.tol {
            scheme = scheme.set("tol", &format!("{tol:e}"))?;
        }
        self.options.iter().try_fold(scheme, |s, (n, v)| s.set(n, v))
    }

    fn record(&self, dt: f64, stop: &(dyn Fn() -> bool + Sync)) -> Result<Record, ModelError> {
        let ready = prepare(find(&self.problem)?, &self.sets)?;
        let settings = Settings::new(dt, self.t_end);
        let observe = |_, _| match stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        Ok(simulate(&ready.system, &self.scheme()?, &ready.q0, &ready.u0, settings, observe))
    }

    /// Runs the case; none where `stop` asked for the end.
    ///
    /// # Errors
    /// Names and values that are not allowed.
    pub fn run(&self, stop: &(dyn Fn() -> bool + Sync)) -> Result<Option<Outcome>, ModelError> {
        let record = self.record(self.dt, stop)?;
        if record.status == Status::Interrupted {
            return Ok(None);
        }
        let problem = find(&self.problem)?;
        let (errors, against) = match self.against_reference(problem, &record) {
            Some(found) => found,
            None => {
                let fine = self.record(self.fine, stop)?;
                if fine.status == Status::Interrupted {
                    return Ok(None);
                }
                (between(&record, &fine), format!("own run, dt = {:e}", self.fine))
            }
        };
        let st = &record.statistics;
        let done = record.status == Status::Done;
        Ok(Some(Outcome {
            scheme: self.scheme.clone(),
            dt: self.dt,
            tol: self.tol,
            error_q: errors.map(|e| e.0).filter(|e| done && e.is_finite()),
            error_v: errors.map(|e| e.1).filter(|e| done && e.is_finite()),
            against,
            evaluations: st.evaluations,
            steps: st.steps.max(st.inner),
            wall_s: st.wall_s,
            status: match record.status {
                Status::Stopped(why) => why.to_string(),
                _ => "done".into(),
            },
        }))
    }

    fn against_reference(
        &self,
        problem: &Problem,
        record: &Record,
    ) -> Option<(Option<(f64, f64)>, String)> {
        let info = reference_for(problem, &self.sets)?;
        let found = compare(record, info).and_then(Result::ok);
        Some((found.map(|c| (c.q_l1, c.v_l1)), info.name.to_string()))
    }
}

/// More steps than this are not a study.
const MOST_STEPS: f64 = 1e8;

/// L1 distances of coordinates and velocities of two records with the same columns.
fn between(record: &Record, fine: &Record) -> Option<(f64, f64)> {
    let columns = |prefix: &str| -> Vec<usize> {
        (0..record.columns.len()).filter(|&c| record.columns[c].starts_with(prefix)).collect()
    };
    let times: Vec<f64> = (0..fine.len()).map(|k| fine.row(k)[0]).collect();
    let end = *times.last()?;
    let rows: Vec<usize> = (0..record.len()).filter(|&k| record.row(k)[0] <= end).collect();
    let t: Vec<f64> = rows.iter().map(|&k| record.row(k)[0]).collect();
    let distance = |prefix: &str| -> Option<f64> {
        let columns = columns(prefix);
        let pick = |k: &usize| columns.iter().map(|&c| record.row(*k)[c]).collect::<Vec<_>>();
        let values: Vec<f64> = rows.iter().flat_map(pick).collect();
        let samples = Samples::new(&t, &values, columns.len()).ok()?;
        let exact = |t: f64, out: &mut [f64]| {
            let k = times.partition_point(|s| *s <= t).clamp(1, times.len() - 1);
            let (a, b) = (times[k - 1], times[k]);
            let s = if b > a { ((t - a) / (b - a)).clamp(0.0, 1.0) } else { 1.0 };
            for (o, &c) in out.iter_mut().zip(&columns) {
                *o = (1.0 - s) * fine.row(k - 1)[c] + s * fine.row(k)[c];
            }
            Some(())
        };
        l1(&samples, Interpolation::Linear, &[], exact).ok()
    };
    Some((distance("q.")?, distance("u.")?))
}

/// Runs the cases for which `known` has nothing on `threads` threads. `done` is called with the number and the outcome of
/// each as it ends, in any order, one call at a time; `stop` is asked in every step.
///
/// # Errors
/// The first case that cannot be run.
pub fn run_all(
    cases: &[Case],
    known: &[Option<Outcome>],
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    done: impl FnMut(usize, &Outcome) + Send,
) -> Result<Vec<Option<Outcome>>, ModelError> {
    let next = AtomicUsize::new(0);
    let outcomes: Vec<Option<Outcome>> =
        (0..cases.len()).map(|k| known.get(k).cloned().flatten()).collect();
    let shared = Mutex::new((outcomes, done, None));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, cases.len().max(1)) {
            scope.spawn(|| loop {
                let k = next.fetch_add(1, Ordering::Relaxed);
                if k >= cases.len() || stop() {
                    return;
                }
                let Ok(have) = shared.lock().map(|s| s.0[k].is_some()) else { return };
                if have {
                    continue;
                }
                let outcome = cases[k].run(stop);
                let Ok(mut s) = shared.lock() else { return };
                match outcome {
                    Ok(Some(o)) => {
                        (s.1)(k, &o);
                        s.0[k] = Some(o);
                    }
                    Ok(None) => return,
                    Err(e) => s.2 = s.2.take().or(Some(e)),
                }
            });
        }
    });
    match shared.into_inner() {
        Ok((outcomes, _, None)) => Ok(outcomes),
        Ok((_, _, Some(e))) => Err(e),
        Err(_) => Ok(vec![None; cases.len()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases(scheme: &str) -> Vec<Case> {
        let case = |dt: f64| Case {
            problem: "linear-oscillator".into(),
            sets: Vec::new(),
            scheme: scheme.into(),
            options: Vec::new(),
            dt,
            tol: None,
            t_end: 2.0,
            fine: 1e-3,
        };
        [0.02, 0.013, 0.01, 0.007].map(case).to_vec()
    }

    #[test]
    fn threads_and_known_results_change_nothing() {
        let cases = cases("moreau");
        let never = || false;
        let mut seen = Vec::new();
        let one = run_all(&cases, &[], 1, &never, |k, _| seen.push(k)).unwrap();
        assert_eq!(seen, [0, 1, 2, 3]);
        let two =
            run_all(&cases, &[None, one[1].clone()], 2, &never, |k, _| assert_ne!(k, 1)).unwrap();
        for (a, b) in one.iter().zip(&two) {
            let (a, b) = (a.as_ref().unwrap(), b.as_ref().unwrap());
            assert_eq!(
                (a.error_q, a.error_v, a.evaluations),
                (b.error_q, b.error_v, b.evaluations)
            );
            assert_eq!(a.against, "B_osc_pi2_e08");
        }
        assert!(run_all(&cases, &[], 2, &|| true, |_, _| ()).unwrap().iter().all(Option::is_none));
    }

    #[test]
    fn a_fine_run_takes_the_place_of_a_reference() {
        let mut case = cases("alpha")[0].clone();
        case.sets = vec![("k".into(), "5".into())];
        let o = case.run(&|| false).unwrap().unwrap();
        assert!(o.against.starts_with("own run") && o.error_q.unwrap() > 0.0, "{o:?}");
        case.dt = case.fine;
        assert_eq!(case.run(&|| false).unwrap().unwrap().error_q, Some(0.0));
    }

    #[test]
    fn impossible_cases() {
        let good = cases("moreau")[0].clone();
        good.check().unwrap();
        for change in [
            |c: &mut Case| c.dt = 0.0,
            |c: &mut Case| c.dt = 1e-12,
            |c: &mut Case| c.problem = "none".into(),
            |c: &mut Case| c.scheme = "none".into(),
            |c: &mut Case| c.tol = Some(0.0),
            |c: &mut Case| c.scheme = "dopri5".into(),
        ] {
            let mut bad = good.clone();
            change(&mut bad);
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
