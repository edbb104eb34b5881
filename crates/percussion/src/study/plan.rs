//! From what was asked for to the list of cases.

use super::case::{Against, Case, MOST_STEPS};
use crate::error::ModelError;
use crate::integrators::INTEGRATORS;
use crate::measure::Norm;
use crate::prepare::brought_options;
use crate::problems::{find, members, prepare, published, reference_for, Member, Problem};
use crate::schemes::integrator_options::{is_handed_on, takes};
use crate::schemes::options::parse_number;
use crate::schemes::{self, Options, SchemeInfo};

/// What a study is made of. Empty lists stand for what is usual.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// A named problem, or a set of them: `joints`, `impacts`, `flexible`.
    pub subject: String,
    /// Parameters of the problem.
    pub sets: Vec<(String, String)>,
    /// Schemes, each perhaps with options of its own, `SCHEME:NAME=VALUE:..`, among them the step `dt` where each is run
    /// once. An integrator of the smooth motion runs problems with contacts under `event-driven`.
    pub schemes: Vec<String>,
    /// Options of the schemes that have them, or of one as SCHEME.NAME; they come after those of the problem.
    pub scheme_sets: Vec<(String, String)>,
    /// Steps; where there are none five around that of the problem, in a profile or a comparison that itself.
    pub steps: Vec<f64>,
    /// Tolerances of schemes that choose their steps; where there are none 1e-3, 1e-5, 1e-7, in a profile 1e-6, and
    /// in a comparison those of the schemes.
    pub tols: Vec<f64>,
    /// End; that of the problem, or of its reference where that ends earlier.
    pub t_end: Option<f64>,
    /// Norm of the errors.
    pub norm: Norm,
    /// `reference`, `fine`, or a scheme; nothing for the reference where there is one, else `fine`.
    pub against: Option<String>,
    /// Evaluations after which a run is given up.
    pub most: Option<usize>,
    /// Whether problems and their schemes have the settings that their documents print.
    pub published: bool,
}

/// Evaluations after which a run of a profile is given up unless another number is given.
pub const MOST_EVALUATIONS: usize = 2_000_000;

/// Tolerance of another scheme that is measured against, and of fine runs at most.
const FINEST: f64 = 1e-12;

/// How fine the run is that a scheme is measured against: the step by 8, the tolerance by 1000.
const FINER: (f64, f64) = (8.0, 1e-3);

/// Rows of a run whose scheme chooses its steps.
const ROWS: f64 = 400.0;

/// The studies that a plan can be of.
#[derive(Clone, Copy, PartialEq)]
enum Study {
    Order,
    WorkPrecision,
    Profile,
    Compare,
}

/// A method on a problem: the scheme that runs it, its options, and whether it chooses its steps by a tolerance.
struct Method {
    info: &'static SchemeInfo,
    options: Vec<(String, String)>,
    chooses: bool,
    /// A step of its own.
    dt: Option<f64>,
}

impl Plan {
    /// The problems with their settings: one, or the members of a set.
    ///
    /// # Errors
    /// A name that is neither.
    pub fn members(&self) -> Result<Vec<Member>, ModelError> {
        let mut all = members(&self.subject)?;
        for m in &mut all {
            if self.published {
                m.sets.extend(published(m.problem)?.0);
            }
            m.sets.extend(self.sets.iter().cloned());
        }
        Ok(all)
    }

    fn one(&self) -> Result<Vec<Member>, ModelError> {
        find(&self.subject)?;
        self.members()
    }

    /// Every scheme with every step. Integrators that choose their steps run with constant ones (`fixed=yes`).
    ///
    /// # Errors
    /// Names and values that cannot be, and schemes that have no constant steps.
    pub fn order(&self) -> Result<Vec<Case>, ModelError> {
        self.cases(Study::Order, &self.one()?)
    }

    /// Every scheme with every tolerance, or every step where it has none.
    ///
    /// # Errors
    /// Names and values that cannot be.
    pub fn work_precision(&self) -> Result<Vec<Case>, ModelError> {
        self.cases(Study::WorkPrecision, &self.members()?)
    }

    /// Every scheme on every problem, once: at the first tolerance (1e-6), or with the problem's step.
    /// What is not compared with a reference is judged by whether it comes to its end.
    ///
    /// # Errors
    /// Names and values that cannot be.
    pub fn profile(&self) -> Result<Vec<Case>, ModelError> {
        let mut cases = self.cases(Study::Profile, &self.members()?)?;
        for case in &mut cases {
            case.most = self.most.unwrap_or(MOST_EVALUATIONS);
            if self.against.is_none() {
                case.against = Against::Nothing;
            }
        }
        Ok(cases)
    }

    /// Every scheme once, as a run of the problem under it would be.
    ///
    /// # Errors
    /// Names and values that cannot be.
    pub fn compare(&self) -> Result<Vec<Case>, ModelError> {
        let one = self.one()?;
        let mut cases = self.cases(Study::Compare, &one)?;
        let fits = |m: &Member| reference_for(m.problem, &m.sets).is_some();
        if self.against.is_none() && !one.iter().any(fits) {
            cases.iter_mut().for_each(|c| c.against = Against::Nothing);
        }
        Ok(cases)
    }

    /// End of a run; errors over several steps or tolerances are measured as far as the reference goes.
    fn end(&self, study: Study, member: &Member) -> f64 {
        let errors = matches!(study, Study::Order | Study::WorkPrecision);
        match (self.t_end, reference_for(member.problem, &member.sets)) {
            (Some(t), _) => t,
            (None, Some(r)) if errors => r.until.min(member.problem.t_end),
            _ => member.problem.t_end,
        }
    }

    fn steps_of(&self, problem: &Problem) -> Vec<f64> {
        match self.steps.is_empty() {
            true => (0..5).map(|k| problem.dt * 8.0 / f64::from(1 << k)).collect(),
            false => self.steps.clone(),
        }
    }

    /// The steps and tolerances of a method on a problem.
    fn grid(&self, study: Study, member: &Member, method: &Method) -> Vec<(f64, Option<f64>)> {
        let end = self.end(study, member);
        let dt = method.dt.or(self.steps.first().copied());
        let tol = self.tols.first().copied();
        let own = member.problem.dt;
        match (study, method.chooses) {
            (Study::Order | Study::WorkPrecision, false) => {
                let steps = self.steps_of(member.problem).into_iter();
                steps.map(|dt| (prime_step(end, dt), None)).collect()
            }
            (Study::Order | Study::WorkPrecision, true) => {
                let usual = [1e-3, 1e-5, 1e-7];
                let tols = if self.tols.is_empty() { &usual[..] } else { &self.tols };
                tols.iter().map(|t| (end / ROWS, Some(*t))).collect()
            }
            (Study::Profile, true) => vec![(end / 100.0, Some(tol.unwrap_or(1e-6)))],
            (Study::Profile, false) => vec![(dt.unwrap_or(own), None)],
            (Study::Compare, true) => vec![(dt.unwrap_or(own), tol.or(default_tol(method)))],
            (Study::Compare, false) => vec![(dt.unwrap_or(own), None)],
        }
    }

    fn cases(&self, study: Study, members: &[Member]) -> Result<Vec<Case>, ModelError> {
        if self.schemes.is_empty() {
            return Err(invalid("schemes", "", "at least one name"));
        }
        let mut all = Vec::new();
        let mut taken = vec![false; self.scheme_sets.len()];
        let (mut constant, mut chosen) = (false, false);
        for member in members {
            let Member { problem, sets } = member;
            let t_end = self.end(study, member);
            let contacts = !prepare(problem, sets)?.system.contacts.is_empty();
            for name in &self.schemes {
                let method = self.method(study, member, name, contacts, &mut taken)?;
                chosen |= method.chooses;
                constant |= !method.chooses || study == Study::Compare;
                let list = self.grid(study, member, &method);
                let least = |pick: fn(&(f64, Option<f64>)) -> f64| {
                    list.iter().map(pick).fold(f64::INFINITY, f64::min)
                };
                let (dt, tol) = (least(|x| x.0), least(|x| x.1.unwrap_or(f64::INFINITY)));
                let fine = fine_run(t_end, dt, tol.is_finite().then_some(tol));
                let against = self.measured(member, fine)?;
                all.extend(list.iter().map(|&(dt, tol)| Case {
                    problem: problem.name.into(),
                    sets: sets.clone(),
                    method: name.clone(),
                    scheme: method.info.name.into(),
                    options: method.options.clone(),
                    dt,
                    tol,
                    t_end,
                    most: self.most.unwrap_or(usize::MAX),
                    norm: self.norm,
                    against: against.clone(),
                }));
            }
        }
        self.check_used(study, &taken, constant, chosen)?;
        let own = |m: &Member| all.iter().any(|c| c.scheme == m.problem.scheme);
        if let Some(m) = members.iter().find(|m| self.published && !own(m)) {
            let allowed = format!("those of {}, which is not among the schemes", m.problem.scheme);
            return Err(invalid("published settings", m.problem.name, &allowed));
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
                    let allowed = "reference, fine, or a scheme with a tolerance";
                    return Err(invalid("against", name, allowed));
                }
                Against::Scheme { name: info.name.into(), tol: 1e-11 }
            }
        })
    }

    /// What runs a method on a problem: the options that a run of the problem under that scheme has, then
    /// those of the plan. `taken` notes which of the latter a run takes.
    fn method(
        &self,
        study: Study,
        member: &Member,
        name: &str,
        contacts: bool,
        taken: &mut [bool],
    ) -> Result<Method, ModelError> {
        let mut own = name.split(':');
        let (name, problem) = (own.next().unwrap_or(name), member.problem);
        let (info, integrator) = resolve(name, contacts)?;
        let has = |info: &SchemeInfo, option: &str| info.options.iter().any(|o| o.name == option);
        let mut options = brought_options(problem.scheme, problem.scheme_options, info);
        if self.published && info.name == problem.scheme {
            options.extend(published(problem)?.1);
        }
        let mut flags = Options::new("scheme option", info.options);
        for ((given, value), taken) in self.scheme_sets.iter().zip(taken) {
            let option = match given.split_once('.') {
                Some((of, option)) if of == name => option,
                Some(_) => continue,
                None => given,
            };
            let used = integrator.is_none_or(|i| {
                option != "integrator" && (!is_handed_on(info.options, option) || takes(i, option))
            });
            if has(info, option) && used {
                options.push((option.into(), value.clone()));
                flags.set(option, value)?;
                *taken = true;
            } else if integrator.is_some() && has(schemes::find(name)?, option) {
                // it would be dropped where the method meets contacts
                let allowed = format!(
                    "an option of {}, which runs {name} on '{}' as it has contacts: {}",
                    info.name,
                    member.name(),
                    info.options.iter().map(|o| o.name).collect::<Vec<_>>().join(", ")
                );
                return Err(invalid(&format!("scheme option {given}"), value, &allowed));
            }
        }
        let mut dt = None;
        for part in own {
            let pair = part.split_once('=');
            let (option, value) = pair.ok_or_else(|| invalid("scheme", part, "NAME=VALUE"))?;
            if option == "dt" && matches!(study, Study::Profile | Study::Compare) {
                let step = parse_number(value).filter(|v| *v > 0.0);
                let allowed = "a number greater than zero";
                dt = Some(step.ok_or_else(|| invalid("dt", value, allowed))?);
                continue;
            }
            flags.set(option, value)?;
            options.push((option.into(), value.into()));
        }
        // the evaluations of a run are limited already
        let explicit = integrator.unwrap_or(name);
        let bound = study == Study::Profile && !flags.is_set("stiff") && !flags.is_set("max_steps");
        if bound && takes(explicit, "stiff") {
            options.push(("stiff".into(), "go-on".into()));
        }
        options.extend(integrator.map(|i| ("integrator".to_string(), i.to_string())));
        let fixed = flags.has("fixed") && flags.flag("fixed")?;
        let adaptive = flags.has("adaptive") && flags.flag("adaptive")?;
        let able = info.supports.adaptive && !fixed;
        let chooses = match study {
            Study::Order => false,
            // as in a run, unless a tolerance is given
            Study::Compare if both(info) && self.tols.is_empty() => adaptive,
            _ => able && (adaptive || !flags.is_set("adaptive")),
        };
        if study == Study::Order && info.supports.adaptive {
            let no = flags.is_set("fixed") && !fixed || adaptive;
            if no || !flags.has("fixed") && !both(info) {
                let allowed = "schemes with constant steps; those that choose them by a tolerance \
                               are compared by work-precision";
                return Err(invalid("scheme", name, allowed));
            }
            if flags.has("fixed") && !fixed {
                options.push(("fixed".into(), "yes".into()));
            }
        }
        if chooses && flags.is_set("tol") {
            let allowed = format!("without it, as {name} runs at the tolerances of --tol");
            return Err(invalid("scheme option tol", flags.text("tol"), &allowed));
        }
        if chooses && both(info) && !adaptive {
            options.push(("adaptive".into(), "yes".into()));
        }
        Ok(Method { info, options, chooses, dt })
    }

    /// Whatever was asked for and would be dropped is refused by name.
    fn check_used(
        &self,
        study: Study,
        taken: &[bool],
        constant: bool,
        chosen: bool,
    ) -> Result<(), ModelError> {
        if let Some((given, _)) = self.scheme_sets.iter().zip(taken).find(|(_, taken)| !**taken) {
            let mut valid = Vec::new();
            for scheme in self.schemes.iter().filter_map(|s| s.split(':').next()) {
                let own = schemes::find(scheme)?.options.iter();
                valid.extend(own.clone().map(|o| o.name.to_string()));
                valid.extend(own.map(|o| format!("{scheme}.{}", o.name)));
            }
            valid.sort();
            valid.dedup();
            let nearest = crate::nearest(&given.0, valid.iter().map(String::as_str));
            return Err(ModelError::Unknown {
                kind: "scheme option",
                name: given.0.clone(),
                nearest,
            });
        }
        let single = matches!(study, Study::Profile | Study::Compare);
        for (name, values, used, else_) in [
            ("dt", &self.steps, constant, "not given, as all these schemes choose their steps"),
            ("tol", &self.tols, chosen, "not given, as none of these schemes chooses its steps"),
        ] {
            let text = || values.iter().map(|v| format!("{v:e}")).collect::<Vec<_>>().join(",");
            if !values.is_empty() && !used {
                return Err(invalid(name, &text(), else_));
            }
            if values.len() > 1 && single {
                return Err(invalid(name, &text(), "one value, as each scheme is run once"));
            }
        }
        Ok(())
    }
}

fn invalid(what: &str, value: &str, allowed: &str) -> ModelError {
    ModelError::Invalid { what: what.into(), value: value.into(), allowed: allowed.into() }
}

/// The tolerance that a run without one has.
fn default_tol(method: &Method) -> Option<f64> {
    let tol = method.info.options.iter().find(|o| o.name == "tol")?;
    parse_number(tol.default)
}

/// Step and tolerance of the run that runs with the smallest step `dt` and, where they have one, the smallest tolerance
/// are measured against.
pub fn fine_run(t_end: f64, dt: f64, tol: Option<f64>) -> (f64, Option<f64>) {
    match tol {
        Some(tol) => {
            let rows = (t_end / dt).round().max(1.0);
            (t_end / rows, Some((FINER.1 * tol).max(FINEST)))
        }
        None => (prime_step(t_end, dt / FINER.0), None),
    }
}

/// The step nearest to `dt` of which a prime number makes the run: an event at a rational part of the run, such as
/// an impact after half of it, then never falls on the end of a step, where errors of schemes that capture events are
/// not those of other steps.
pub fn prime_step(t_end: f64, dt: f64) -> f64 {
    let n = (t_end / dt).round().max(1.0);
    // invalid values are refused where cases are checked
    if !(n.is_finite() && n <= MOST_STEPS && dt > 0.0) {
        return dt;
    }
    let n = n as u64;
    let is_prime =
        |n: &u64| *n > 1 && (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    let nearest = (0..).flat_map(|d| [n + d, n.saturating_sub(d)]).find(is_prime);
    t_end / nearest.unwrap_or(n) as f64
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
