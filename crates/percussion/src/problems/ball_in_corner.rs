//! The ball of `rotating-ball` between two inclined planes through the origin.
//!
//! ```text
//! g_N1 = -x sin α + y cos α - R      γ_F1 = x' cos α + y' sin α + R phi'
//! g_N2 =  x sin β + y cos β - R      γ_F2 = x' cos β - y' sin β + R phi'
//! ```
//!
//! with e_N = 0.5 on the first and 0 on the second plane. The ball comes to rest with both contacts closed; then the friction forces are not unique and
//! the Jacobian of a Newton method is singular. The printed γ_F has r for the radius R.
//!
//! G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, "A nonsmooth generalized-α method for
//! mechanical systems with frictional contact", 2021, section 10.2.

use super::rotating_ball::{ball, GRAVITY, MASS, RADIUS};
use super::{par, Problem};
use crate::collision::contacts::SphereOnPlane;
use crate::error::ModelError;
use crate::frame::{Anchor, V3};
use crate::laws::ContactLaw;
use crate::model::Model;
use crate::schemes::Options;

pub(super) const PROBLEM: Problem = Problem {
    name: "ball-in-corner",
    summary: "a ball comes to rest between two rough planes: friction forces that are not unique",
    source: "Capobianco, Harsch, Eugster, Leine, \"A nonsmooth generalized-alpha method for mechanical systems with frictional contact\", 2021, DOI 10.1002/nme.6801, section 10.2",
    set: "",
    parameters: &[
        MASS,
        RADIUS,
        GRAVITY,
        par("alpha", "pi/4", "inclination of plane1 (rad)"),
        par("beta", "pi/4", "inclination of plane2 (rad)"),
        par("mu", "0.3", "friction coefficient of both planes"),
    ],
    scheme: "alpha",
    scheme_options: &[("rho_inf", "0.5")],
    dt: 1e-4,
    t_end: 2.0,
    references: &[],
    build,
};

fn build(p: &Options) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let (ball, R) = ball(&mut model, p, &[-0.5, 1.0, 0.0], &[0.0; 3])?;
    let (sa, ca) = p.number("alpha")?.sin_cos();
    let (sb, cb) = p.number("beta")?.sin_cos();
    let mu = p.number("mu")?;
    for (name, n, e_N) in
        [("plane1", V3::new(-sa, ca, 0.0), 0.5), ("plane2", V3::new(sb, cb, 0.0), 0.0)]
    {
        model.contact(
            name,
            SphereOnPlane { R },
            Anchor::plane(V3::zeros(), n),
            Anchor::on(ball, V3::zeros()),
            ContactLaw::coulomb(e_N, mu),
        );
    }
    Ok(model)
}
