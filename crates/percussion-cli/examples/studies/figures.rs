//! The printed figures and tables.

use super::judges::*;
use super::results::Results;

/// Whether a figure came out, and what was seen.
pub type Verdict = (bool, String);

/// A printed figure or table.
pub struct Figure {
    pub document: &'static str,
    pub figure: &'static str,
    pub prints: &'static str,
    /// The command; nothing where there is none.
    pub command: &'static str,
    pub judge: fn(&Results) -> Option<Verdict>,
    /// Where there is no command: why not. Else what is to be said besides.
    pub why: &'static str,
    /// Whether the command takes a second at most, so that a test runs it.
    pub cheap: bool,
    /// Whether the document says something that runs contradict.
    pub contradicts: bool,
}

const fn by(
    document: &'static str,
    figure: &'static str,
    prints: &'static str,
    command: &'static str,
    judge: fn(&Results) -> Option<Verdict>,
) -> Figure {
    Figure { document, figure, prints, command, judge, why: "", cheap: false, contradicts: false }
}

const fn not(
    document: &'static str,
    figure: &'static str,
    prints: &'static str,
    why: &'static str,
) -> Figure {
    Figure { why, ..by(document, figure, prints, "", |_| None) }
}

impl Figure {
    const fn why(self, why: &'static str) -> Figure {
        Figure { why, ..self }
    }
    const fn cheap(self) -> Figure {
        Figure { cheap: true, ..self }
    }
    const fn contradicted(self, why: &'static str) -> Figure {
        Figure { why, contradicts: true, ..self }
    }
}

const ALPHA: &str = "Brüls, Acary, Cardona 2018, On the constraints formulation in the nonsmooth generalized-α method, DOI 10.1007/978-3-319-75972-2_9";
const LECTURE: &str =
    "Acary, Lecture 2, Numerical methods for time integration of nonsmooth mechanical systems";
const DAES: &str = "Haddouni, Acary, Garreau, Beley, Brogliato 2017, DOI 10.1007/s11044-017-9570-y";
const FRICTION: &str = "Capobianco, Harsch, Eugster, Leine 2021, DOI 10.1002/nme.6801";
const SKETCH: &str = "a sketch of the model";

const PENDULUM: &str = "compare bouncing-pendulum --schemes alpha,alpha-pvv --scheme-set alpha.impacts=captured --dt 1e-3 --t-end 6 --rows 6500 --scheme-set rho_inf=0.9 --columns gN.obstacle,gNd.obstacle,gdd.hinge.0,lag.hinge.0,smooth.hinge.0,Lag.hinge.0,Pg.hinge.0,energy";
const FLEXIBLE: &str = "compare flexible-pendulum --schemes alpha,alpha-pvv --scheme-set alpha.impacts=captured --dt 5e-6 --rows 20000 --scheme-set rho_inf=0.8 --columns gN.obstacle,gNd.obstacle,gNdd.obstacle,PN.obstacle,energy";
const BAR: &str = "compare bar-impact --schemes alpha,alpha-pvv --scheme-set alpha.impacts=captured --dt 2e-3 --scheme-set rho_inf=0.8 --scheme-set newton=sequential --scheme-set tol=1e-9 --columns gN.wall,gNd.wall,PN.wall,laN.wall,energy";
const JOINTS: &str = "profile joints --schemes hem5,mdop5,alpha-pv-adaptive --tol 1e-4 --scheme-set safety=0.3 --scheme-set violation=1e-4 --scheme-set h_min=1e-7 --scheme-set control=q";
const IMPACTS: &str = "profile impacts --schemes hem5,mdop5,alpha-pv-adaptive --tol 1e-4 --scheme-set safety=0.3 --scheme-set violation=1e-4 --scheme-set h_min=1e-7 --scheme-set control=q";
const FLEXIBLE_SET: &str = "profile flexible --schemes hem5,mdop5,alpha-pv-adaptive --tol 1e-4 --scheme-set safety=0.3 --scheme-set violation=1e-4 --scheme-set h_min=1e-7 --scheme-set control=q";
const CRANK: &str = "work-precision slider-crank --schemes dopri5,hem5,alpha-p-adaptive,alpha-v-adaptive --tol 1e-2:1e-8:7";

#[rustfmt::skip]
pub const FIGURES: &[Figure] = &[
    not(ALPHA, "1, 4, 9, 13", "pendulum, obstacle, elastic pendulum, bar", SKETCH),
    by(ALPHA, "2", "constraints of a pendulum's joint at three levels: index 3 leaves velocity level and oscillates at acceleration level at first, index 2 drifts at position level, GGL holds both, the new form all three to machine precision",
        "compare pendulum --schemes alpha-p,alpha-v,alpha-pv,alpha-pv:correction=start,alpha-pva --dt 2e-3 --t-end 3 --rows 2000 --scheme-set rho_inf=0.9 --columns position,velocity,gdd.hinge.0,lag.hinge.0,energy", levels).cheap(),
    by(ALPHA, "3", "the same from an acceleration of zero, as after an impact: all but the new form oscillate in acceleration and multiplier",
        "compare pendulum --schemes alpha-p,alpha-v,alpha-pv,alpha-pva --dt 2e-3 --t-end 3 --rows 2000 --scheme-set rho_inf=0.9 --scheme-set a0=zero --columns gdd.hinge.0,lag.hinge.0", disturbed).cheap(),
    by(ALPHA, "5", "gap and its velocity of a pendulum that bounces and comes to rest: 0 to 0.26 m, -3 to 2 m/s, both methods alike", PENDULUM, gap).cheap(),
    by(ALPHA, "6", "after each impact the older method oscillates in g'' and λ of the joint, the new one fulfils g'' = 0 and jumps once", PENDULUM, after_impacts).cheap(),
    by(ALPHA, "6, bottom", "multiplier of the smooth motion at rest: -4.545 N with the older method, -10 N with the new one", PENDULUM, smooth_at_rest).cheap(),
    by(ALPHA, "7", "at the end both methods carry the same total force, the new one without impulse; the new one comes to rest later", PENDULUM, at_rest).contradicted(REST),
    by(ALPHA, "8", "without numerical damping the older method oscillates for ever after the first impact, the new one does not",
        "compare bouncing-pendulum --schemes alpha,alpha-pvv --scheme-set alpha.impacts=captured --dt 1e-3 --t-end 2 --rows 2500 --scheme-set rho_inf=1 --columns gdd.hinge.0,lag.hinge.0", undamped).cheap(),
    by(ALPHA, "10", "an elastic pendulum: the first contact phase lasts from 0.327 to 0.348 s, contact enters and leaves it many times; both methods agree there", FLEXIBLE, first_phase),
    by(ALPHA, "11", "reaction force: a collection of close impulses in the first contact phase", FLEXIBLE, impulses),
    by(ALPHA, "12", "the energy decays, step by step in the contact phase, and faster with the older method", FLEXIBLE, decay),
    by(ALPHA, "14", "gap of an elastic bar at a wall: closed for 2/3 s", BAR, bar_gap).cheap(),
    by(ALPHA, "15", "its reaction force: about 300 N in between", BAR, bar_force).cheap(),
    by(ALPHA, "16, section 6.3", "energy nearly conserved; 0.80 Newton iterations a step with the new method, 2.94 with the older one", BAR, bar_energy).cheap(),
    by(LECTURE, "analytical solution, bouncing ball", "impacts at 1, 2, 2.5, .., accumulation at 3, rest",
        "compare bouncing-ball --schemes hybrid --tol 1e-9 --dt 0.01 --columns q.x,u.x", ball).cheap(),
    by(LECTURE, "empirical order of Moreau's scheme", "slope 1; the axes are lost",
        "order bouncing-ball --schemes moreau --dt 1e-2:1e-4:15 --norm grid1", moreau_order).cheap(),
    by(LECTURE, "precision and work of Moreau's scheme, bouncing ball", "constant and adaptive steps over 1e3 to 1e6 evaluations, errors from 1e-9 to 0.1: only the adaptive curve can reach the left end",
        "work-precision bouncing-ball --schemes moreau,moreau-adaptive --dt 1e-2:1e-5:4 --tol 1e-2:1e-9:8 --norm grid1", adaptive),
    by(LECTURE, "adaptive steps with estimates of order 0, 1 and variable", "error follows the tolerance with each; the axes are lost",
        "work-precision bouncing-ball --schemes moreau-adaptive:order=0,moreau-adaptive:order=1,moreau-adaptive:order=variable --tol 1e-2:1e-6:3 --norm grid1", adaptive_orders).cheap(),
    by(LECTURE, "precision and work with implicit Runge-Kutta methods, linear oscillator (two figures)", "events enclosed, order kept: fewer evaluations than Moreau's scheme; the axes are lost",
        "work-precision linear-oscillator --schemes high-order:method=gauss4,moreau --dt 0.11:0.0011:9 --norm grid1", high_order).cheap(),
    by(LECTURE, "precision and work with implicit Runge-Kutta methods, bouncing ball", "accumulation passed, fewer evaluations than Moreau's scheme; the axes are lost",
        "work-precision bouncing-ball --schemes high-order:method=gauss4,moreau --dt 0.2:0.002:9 --norm grid1", high_order).cheap(),
    by(LECTURE, "empirical order of splitting, constant steps (first figure)", "slope 1; the axes are lost",
        "order bouncing-ball --schemes splitting,moreau --dt 1e-2:1e-4:15 --scheme-set splitting.variant=free --norm grid1", first_order).cheap(),
    by(LECTURE, "empirical order of splitting, linear oscillator", "steps from 1e-5 to 1e-2, errors from 1e-3 to 1: slope 1, as Moreau's scheme",
        "order linear-oscillator --schemes splitting,moreau --dt 1e-2:1e-4:15 --scheme-set splitting.variant=free --norm grid1", first_order).cheap(),
    by(LECTURE, "splitting with adaptive steps", "the axes are lost; adaptive steps beat constant ones",
        "work-precision linear-oscillator --schemes splitting --tol 1e-3,1e-5,1e-7,1e-9 --norm grid1", splitting).cheap(),
    not(DAES, "1, 2, 3, 6, 7, 8, 12", "gap, flow chart, slider-crank, examples of the sets, rotor", SKETCH),
    by(DAES, "section 3", "dopri5, mdop5, hem5 and phem56 are of order 5, generalized-α of order 2",
        "order pendulum --schemes hem5,mdop5,dopri5,phem56,radau5,alpha-v-adaptive,alpha-pv-adaptive --dt 0.02:0.004:6 --t-end 2", integrators).cheap(),
    by(DAES, "4 a-c", "slider-crank: average step, accepted and rejected steps over the tolerance: methods of order 5 take long steps, generalized-α short ones", CRANK, crank_steps).cheap(),
    by(DAES, "4 d-e", "largest violations: hem5 at velocity level and generalized-α with position constraints at position level hold to machine precision, dopri5 drifts more than hem5", CRANK, crank_violations).cheap(),
    by(DAES, "5", "work and precision: hem5 cheaper than dopri5 and both forms of generalized-α, velocity level cheaper than position level", CRANK, crank_work).contradicted("A step of hem5 takes about 12 evaluations (eight stages, one at the end, dense output), one of dopri5 8; both levels of generalized-α need the same steps.").cheap(),
    not(DAES, "table 1", "parameters of the control of steps: 1e-4, 1e-7, 1e-8, 1e-4, 0.3", "options of the integrators: tol, h_min, newton, violation, safety"),
    by(DAES, "table 2, set 1", "69 problems, 1 to 19 degrees of freedom, without contacts", JOINTS, set_1),
    by(DAES, "table 2, set 2", "32 problems, 2 to 11 degrees of freedom, up to 7 contacts", IMPACTS, set_2),
    by(DAES, "table 2, set 3", "14 problems, 5 to 31 degrees of freedom", FLEXIBLE_SET, set_3),
    by(DAES, "9 and table 3, set 1", "hem5 and mdop5 take the same number of steps, stabilised α more; ρ(1.2) 0.57, 0.54, 0.07", JOINTS, table_3_joints).contradicted(HEM),
    by(DAES, "10 and table 3, set 2", "hem5 takes the fewest steps; ρ(1.2) 0.84, 0.45, 0.07", IMPACTS, table_3_impacts).contradicted(HEM),
    by(DAES, "11 and table 3, set 3", "stabilised α is the fastest on 40 % and the first to solve all; ρ(1.2) 0.62, 0.15, 0.46", FLEXIBLE_SET, table_3_flexible).why("Stabilised α is the first to solve all, as printed; hem5 is behind it and mdop5 here, for the reason given with set 1."),
    by(DAES, "table 3, set 1, with phem56", "phem56 is described and not in the table",
        "profile joints --schemes hem5,mdop5,phem56,alpha-pv-adaptive --tol 1e-4 --scheme-set safety=0.3 --scheme-set violation=1e-4 --scheme-set h_min=1e-7 --scheme-set control=q", table_3_phem56),
    by(DAES, "table 3, set 2, with phem56", "phem56 is described and not in the table",
        "profile impacts --schemes hem5,mdop5,phem56,alpha-pv-adaptive --tol 1e-4 --scheme-set safety=0.3 --scheme-set violation=1e-4 --scheme-set h_min=1e-7 --scheme-set control=q", table_3_phem56),
    by(DAES, "table 3, set 3, with phem56", "phem56 is described and not in the table",
        "profile flexible --schemes hem5,mdop5,phem56,alpha-pv-adaptive --tol 1e-4 --scheme-set safety=0.3 --scheme-set violation=1e-4 --scheme-set h_min=1e-7 --scheme-set control=q", table_3_phem56),
    by(DAES, "table 4", "stiff rotating beam: 34,123 to 62,255 steps with hem5, 137,176 to 137,386 with mdop5, 196, 2,310 and 2,687 with stabilised α, which are 10 to 100 times longer",
        "work-precision rotating-beam --schemes hem5,mdop5,alpha-pv-adaptive --tol 1e-2,1e-4,1e-6 --set EI=1e3 --set modes=8 --set eta=2e-3 --set g=9.81 --set damping=1e-5 --t-end 15 --scheme-set stiff=go-on --against radau5", table_4)
        .why("The run is as long as the printed steps together, 15 s. The beam of the document is not printed; this one has the steps of mdop5."),
    by(DAES, "13", "rotor: stabilised α with a constant step of 4e-4 s passes the critical speed, amplitude over speed has one peak; explicit methods fail with steps down to 1e-8 s",
        "compare rotor --schemes alpha-pv --dt 4e-4 --rows 15000", rotor),
    by(FRICTION, "1", "a ball bounces without friction until it rests; mean and largest count of Newton steps 0.01, 1",
        "compare rotating-ball --published --schemes alpha --set omega=0 --set e_N=0.5 --t-end 1.5", bounces).cheap(),
    by(FRICTION, "2, ω = 50", "ΛN 4.2, ΛF 0.84, λF 1.96 while it slides, then zero", "compare rotating-ball --schemes alpha --scheme-set impacts=captured --columns laF.plane.0,LaF.plane.0,laN.plane,LaN.plane", spin_50).cheap(),
    by(FRICTION, "2, ω = 10", "ΛF -0.29, λF zero throughout", "compare rotating-ball --schemes alpha --scheme-set impacts=captured --set omega=10 --columns laF.plane.0,LaF.plane.0,laN.plane,LaN.plane", spin_10).cheap(),
    by(FRICTION, "3", "a ball comes to rest in a corner at t = 1.36, where Newton's matrix is singular; 13 steps need the fixed point, Newton steps 0.36, 7",
        "compare ball-in-corner --published --schemes alpha", corner).cheap(),
    by(FRICTION, "4", "a ball in a cylinder: Moreau's scheme penetrates, the new one does not; Newton steps 0.37, 74",
        "compare ball-in-cylinder --published --schemes alpha,moreau:gradients=theta", cylinder).cheap().why(COUNTS),
    by(FRICTION, "5", "Painlevé's rod: the angular velocity jumps at 0.81 s without a collision; Newton steps 0.07, 2",
        "compare painleve-rod --schemes alpha --scheme-set impacts=captured --dt 8e-4 --t-end 1 --scheme-set rho_inf=0.9 --scheme-set residual=absolute --scheme-set tol=1e-8 --columns u.phi,gN.tip", rod).cheap()
        .why("From the last values (start=known) the rod goes on sliding to 0.859 s: from 0.8146 s on the force of the sliding contact is not unique, and the result depends on the step."),
    by(FRICTION, "5, counts", "with the last values as the start of the iteration: Newton steps 0.07, 2", "compare painleve-rod --published --schemes alpha", rod_counts).cheap(),
    by(FRICTION, "6", "guided hopper: the percussions of friction stay within ±μ P_N, sticking and sliding; Newton steps 1.23, 5",
        "compare guided-hopper --published --schemes alpha --rows 20000", hopper),
    by(FRICTION, "7", "the tippe top turns over, as does a reference drawn in grey; Newton steps 0.36, 3",
        "compare tippe-top --published --schemes alpha,alpha:dt=1e-4,moreau --t-end 8 --rows 8500", tippe_top)
        .why("The grey curve is here the same scheme at a step of 1e-4 s."),
];

const HEM: &str = "The published estimate of hem5 asks for more steps than that of mdop5 (with all parameters of table 1 and errors of coordinates alone, as the document has them), and a step takes about 12 evaluations (eight stages, one at the end, dense output) beside 8. In the document both take the same number of steps, and a step of mdop5 costs as much.";
const REST: &str = "Both come to rest within the same step: what little numerical damping there is between two impacts does not show beside a restitution of 0.8, which the document does not print.";
const COUNTS: &str =
    "Moreau's scheme evaluates gaps and gradients at the midpoint, as in the document.";
