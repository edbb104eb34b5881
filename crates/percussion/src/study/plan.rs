//! From what was asked for to the list of cases.

use super::case::{Against, Case};
use crate::error::ModelError;
use crate::integrators::INTEGRATORS;
use crate::measure::Norm;
use crate::problems::{find, members, prepare, reference_for, Member, Problem};
use crate::schemes::{self, SchemeInfo};

/// What a study is made of. Empty lists stand for what is usual.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// A named problem, or a set of them: `joints`, `impacts`, `flexible`.
    pub subject: String,
    /// Parameters of the problem.
    pub sets: Vec<(String, String)>,
    /// Schemes. An integrator of the smooth motion runs problems with contacts under `event-driven`.
    pub schemes: Vec<String>,
    /// Options of the schemes that have them, or of one as SCHEME.NAME.
    pub scheme_sets: Vec<(String, String)>,
    /// Steps; five around that of the problem where there are none.
    pub steps: Vec<f64>,
    /// Tolerances of schemes that choose their steps; 1e-3, 1e-5, 1e-7 where there are none.
    pub tols: Vec<f64>,
    /// End; that of the problem, or of its reference where that ends earlier.
    pub t_end: Option<f64>,
    /// Norm of the errors.
    pub norm: Norm,
    /// `reference`, `fine`, or a scheme; nothing for the reference where there is one, else `fine`.
    pub against: Option<String>,
    /// Evaluations after which a run is given up.
    pub most: Option<usize>,
}

/// Evaluations after which a run of a profile is given up unless another number is given.
pub const MOST_EVALUATIONS: usize = 2_000_000;

/// Tolerance of another scheme that is measured against, and of fine runs at most.
const FINEST: f64 = 1e-12;

/// How fine the run is that a scheme is measured against: the step by 8, the tolerance by 1000.
const FINER: (f64, f64) = (8.0, 1e-3);

/// Rows of a run whose scheme chooses its steps.
const ROWS: f64 = 400.0;

impl Plan {
    /// The problems with their settings: one, or the members of a set.
    ///
    /// # Errors
    /// A name that is neither.
    pub fn members(&self) -> Result<Vec<Member>, ModelError> {
        let mut all = members(&self.subject)?;
        all.iter_mut().for_each(|m| m.sets.extend(self.sets.iter().cloned()));
        Ok(all)
    }

    fn one(&self) -> Result<Vec<Member>, ModelError> {
        find(&self.subject)?;
        self.members()
    }

    /// Every scheme with every step.
    ///
    /// # Errors
    /// Names and values that cannot be, and schemes that choose their steps.
    pub fn order(&self) -> Result<Vec<Case>, ModelError> {
        let one = self.one()?;
        for name in &self.schemes {
            let info = schemes::find(name)?;
            if info.supports.adaptive && !both(info) {
                return Err(ModelError::Invalid {
                    what: "scheme".into(),
                    value: name.clone(),
                    allowed: "schemes with constant steps; those that choose them by a tolerance \
                              are compared by work-precision"
                        .into(),
                });
            }
        }
        self.cases(&one, |plan, member, _| {
            plan.steps_of(member.problem).into_iter().map(|dt| (dt, None)).collect()
        })
    }

    /// Every scheme with every tolerance, or every step where it has none.
    ///
    /// # Errors
    /// Names and values that cannot be.
    pub fn work_precision(&self) -> Result<Vec<Case>, ModelError> {
        self.cases(&self.members()?, |plan, member, info| match info.supports.adaptive {
            false => plan.steps_of(member.problem).into_iter().map(|dt| (dt, None)).collect(),
            true => {
                let rows = plan.end(member) / ROWS;
                let usual = [1e-3, 1e-5, 1e-7];
                let tols = if plan.tols.is_empty() { &usual[..] } else { &plan.tols };
                tols.iter().map(|t| (rows, Some(*t))).collect()
            }
        })
    }

    /// Every scheme on every problem, once: at the first tolerance (1e-6), or with the problem's step.
    /// What is not compared with a reference is judged by whether it comes to its end.
    ///
    /// # Errors
    /// Names and values that cannot be.
    pub fn profile(&self) -> Result<Vec<Case>, ModelError> {
        let mut cases = self.cases(&self.members()?, |plan, member, info| {
            let tol = plan.tols.first().copied().unwrap_or(1e-6);
            let dt = plan.steps.first().copied();
            vec![match info.supports.adaptive {
                true => (plan.end(member) / 100.0, Some(tol)),
                false => (dt.unwrap_or(member.problem.dt), None),
            }]
        })?;
        for case in &mut cases {
            case.most = self.most.unwrap_or(MOST_EVALUATIONS);
            if self.against.is_none() {
                case.against = Against::Nothing;
            }
        }
        Ok(cases)
    }

    /// Every scheme once, all with the same rows.
    ///
    /// # Errors
    /// Names and values that cannot be.
    pub fn compare(&self) -> Result<Vec<Case>, ModelError> {
        let one = self.one()?;
        let mut cases = self.cases(&one, |plan, member, info| {
            let dt = plan.steps.first().copied().unwrap_or(member.problem.dt);
            let tol = plan.tols.first().copied().unwrap_or(1e-6);
            vec![(dt, info.supports.adaptive.then_some(tol))]
        })?;
        let fits = |m: &Member| reference_for(m.problem, &m.sets).is_some();
        if self.against.is_none() && !one.iter().any(fits) {
            cases.iter_mut().for_each(|c| c.against = Against::Nothing);
        }
        Ok(cases)
    }

    fn end(&self, member: &Member) -> f64 {
        match (self.t_end, reference_for(member.problem, &member.sets)) {
            (Some(t), _) => t,
            (None, Some(r)) => r.until.min(member.problem.t_end),
            (None, None) => member.problem.t_end,
        }
    }

    fn steps_of(&self, problem: &Problem) -> Vec<f64> {
        match self.steps.is_empty() {
            true => (0..5).map(|k| problem.dt * 8.0 / f64::from(1 << k)).collect(),
            false => self.steps.clone(),
        }
    }

    fn cases(
        &self,
        members: &[Member],
        grid: impl Fn(&Plan, &Member, &SchemeInfo) -> Vec<(f64, Option<f64>)>,
    ) -> Result<Vec<Case>, ModelError> {
        if self.schemes.is_empty() {
            let (what, value) = ("schemes".into(), String::new());
            let allowed = "at least one name".into();
            return Err(ModelError::Invalid { what, value, allowed });
        }
        self.check_options()?;
        let mut all = Vec::new();
        for member in members {
            let Member { problem, sets } = member;
            let t_end = self.end(member);
            // a whole number of steps
            let whole = |dt: f64| t_end / (t_end / dt).round().max(1.0);
            let contacts = !prepare(problem, sets)?.system.contacts.is_empty();
            for name in &self.schemes {
                let (info, integrator) = resolve(name, contacts)?;
                let mut options = self.options(name, info);
                options.extend(integrator.map(|i| ("integrator".to_string(), i.to_string())));
                let list = grid(self, member, info);
                let least = |pick: fn(&(f64, Option<f64>)) -> f64| {
                    list.iter().map(pick).fold(f64::INFINITY, f64::min)
                };
                let (dt, tol) = (least(|x| x.0), least(|x| x.1.unwrap_or(f64::INFINITY)));
                let chosen = list.iter().any(|x| x.1.is_some());
                if chosen && both(info) && !options.iter().any(|(n, _)| n == "adaptive") {
                    options.push(("adaptive".into(), "yes".into()));
                }
                let fine = match chosen {
                    true => (whole(dt), Some((FINER.1 * tol).max(FINEST))),
                    false => (whole(dt / FINER.0), None),
                };
                let against = self.measured(member, fine)?;
                all.extend(list.iter().map(|&(dt, tol)| Case {
                    problem: problem.name.into(),
                    sets: sets.clone(),
                    method: name.clone(),
                    scheme: info.name.into(),
                    options: options.clone(),
                    dt: whole(dt),
                    tol,
                    t_end,
                    most: self.most.unwrap_or(usize::MAX),
                    norm: self.norm,
                    against: against.clone(),
                }));
            }
        }
        for case in &all {
            // a set may hold problems that a scheme cannot run: that is a failure, not a mistake
            match case.check() {
                Err(ModelError::Unsupported { .. }) if members.len() > 1 => {}
                checked => checked?,
            }
        }
        Ok(all)
    }

    fn measured(
        &self,
        member: &Member,
        (dt, tol): (f64, Option<f64>),
    ) -> Result<Against, ModelError> {
        let fits = reference_for(member.problem, &member.sets).is_some();
        Ok(match self.against.as_deref() {
            None if fits => Against::Reference,
            None | Some("fine") => Against::Fine { dt, tol },
            Some("reference") => Against::Reference,
            Some(name) => {
                let info = schemes::find(name)?;
                if !info.supports.adaptive {
                    return Err(ModelError::Invalid {
                        what: "against".into(),
                        value: name.into(),
                        allowed: "reference, fine, or a scheme with a tolerance".into(),
                    });
                }
                Against::Scheme { name: info.name.into(), tol: 1e-11 }
            }
        })
    }

    /// Options that no scheme of the plan has are mistakes.
    fn check_options(&self) -> Result<(), ModelError> {
        for (name, _) in &self.scheme_sets {
            let mut valid = Vec::new();
            for scheme in &self.schemes {
                for contacts in [false, true] {
                    let (info, _) = resolve(scheme, contacts)?;
                    valid.extend(info.options.iter().map(|o| o.name.to_string()));
                    valid.extend(info.options.iter().map(|o| format!("{scheme}.{}", o.name)));
                }
            }
            if !valid.contains(name) {
                valid.sort();
                valid.dedup();
                let nearest = crate::nearest(name, valid.iter().map(String::as_str));
                return Err(ModelError::Unknown {
                    kind: "scheme option",
                    name: name.clone(),
                    nearest,
                });
            }
        }
        Ok(())
    }

    /// The options that a scheme has of those that were set.
    fn options(&self, scheme: &str, info: &SchemeInfo) -> Vec<(String, String)> {
        let has = |name: &str| info.options.iter().any(|o| o.name == name);
        let own = |(name, value): &(String, String)| match name.split_once('.') {
            Some((of, name)) if of == scheme && has(name) => {
                Some((name.to_string(), value.clone()))
            }
            Some(_) => None,
            None => has(name).then(|| (name.clone(), value.clone())),
        };
        self.scheme_sets.iter().filter_map(own).collect()
    }
}

/// The scheme that runs a method: itself, or for an integrator of the smooth motion where there are contacts
/// `event-driven` with that integrator.
///
/// # Errors
/// A name that no scheme has.
pub fn resolve(
    name: &str,
    contacts: bool,
) -> Result<(&'static SchemeInfo, Option<&'static str>), ModelError> {
    let info = schemes::find(name)?;
    let bare = name.strip_suffix("-adaptive").unwrap_or(name);
    let integrator = INTEGRATORS.iter().find(|i| i.name == bare);
    match integrator {
        Some(i) if contacts && info.supports.adaptive && !info.supports.contacts => {
            Ok((schemes::find("event-driven")?, Some(i.name)))
        }
        _ => Ok((info, None)),
    }
}

/// Whether a scheme takes constant steps unless its option `adaptive` is set.
fn both(info: &SchemeInfo) -> bool {
    info.options.iter().any(|o| o.name == "adaptive")
}
