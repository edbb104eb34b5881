//! The table of embedded reference solutions.

use super::reference::{Reference, ReferenceError};
use super::table;

/// How an embedded reference is stored.
#[cfg_attr(not(feature = "references"), allow(dead_code))]
enum Source {
    Chebyshev(&'static str),
    /// Rows, number of coordinates, and the contact with its list of impacts.
    Table(&'static str, usize, Option<(&'static str, &'static str)>),
}

#[cfg(feature = "references")]
macro_rules! chebyshev {
    ($name:literal) => {
        ($name, Source::Chebyshev(include_str!(concat!("../../data/reference/", $name, ".json"))))
    };
}
#[cfg(feature = "references")]
macro_rules! csv {
    ($name:literal) => {
        include_str!(concat!("../../data/reference/", $name, ".csv"))
    };
}

#[cfg(not(feature = "references"))]
const REFERENCES: &[(&str, Source)] = &[];
#[cfg(feature = "references")]
const REFERENCES: &[(&str, Source)] = &[
    chebyshev!("bouncing-ball"),
    chebyshev!("linear-oscillator-e08"),
    chebyshev!("linear-oscillator-e1"),
    chebyshev!("forced-impact-oscillator-periodic"),
    chebyshev!("forced-impact-oscillator-transient"),
    chebyshev!("rotating-ball-bounces"),
    chebyshev!("rotating-ball-spin-10"),
    chebyshev!("rotating-ball-spin-50"),
    chebyshev!("stick-slip-block"),
    chebyshev!("double-pendulum-wall"),
    chebyshev!("rocking-block"),
    chebyshev!("painleve-rod"),
    chebyshev!("ball-in-cylinder"),
    chebyshev!("heavy-top"),
    chebyshev!("tippe-top"),
    chebyshev!("bouncing-pendulum-against-gravity"),
    chebyshev!("pendulum-against-gravity"),
    ("pendulum", Source::Table(csv!("pendulum"), 3, None)),
    ("slider-crank", Source::Table(csv!("slider-crank"), 2, None)),
    (
        "bouncing-pendulum",
        Source::Table(
            csv!("bouncing-pendulum"),
            3,
            Some(("obstacle", csv!("bouncing-pendulum-impacts"))),
        ),
    ),
];

/// Names of all embedded reference solutions.
pub fn reference_names() -> impl Iterator<Item = &'static str> {
    REFERENCES.iter().map(|(name, _)| *name)
}

/// Reads the embedded reference solution of this name; `None` when there is none. The text is
/// parsed at each call: keep the result.
///
/// Most references are Chebyshev series and accurate to about 1e-15 of the size of a component
/// anywhere. The last three names are tables of exact rows, with these errors between the rows:
///
/// | table | q | v | lam |
/// |---|---|---|---|
/// | `pendulum` | 1e-12 | 1e-11 | 2e-7 |
/// | `bouncing-pendulum` until t = 3.5 | 1e-12 | 1e-11 | 1e-9 |
/// | `bouncing-pendulum` later (short flights) | 1e-9 | 2e-7 | 2e-4 |
/// | `slider-crank` | 1e-9 | 1e-4 of 150 | compare at the rows, multiples of 0.0005 |
pub fn reference(name: &str) -> Option<Result<Reference, ReferenceError>> {
    let (_, source) = REFERENCES.iter().find(|(known, _)| *known == name)?;
    Some(match source {
        Source::Chebyshev(text) => Reference::from_json(name, text),
        Source::Table(text, coordinates, impacts) => {
            table::read(name, text, *coordinates, *impacts)
        }
    })
}

// Golden numbers keep the digits of their tables.
#[cfg(all(test, feature = "references"))]
#[allow(clippy::excessive_precision)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_1_SQRT_2, PI};

    fn get(name: &str) -> Reference {
        reference(name).unwrap().unwrap()
    }

    /// Compares `q`, `v`, `lam` at time `t` with a row of the full table, relative to the value
    /// where that exceeds one.
    fn assert_row(r: &Reference, t: f64, row: &[f64], tolerance: f64) {
        let mut values = r.q_at(t).unwrap();
        values.extend(r.v_at(t).unwrap());
        values.extend(r.lam_at(t).unwrap_or_default());
        assert_eq!(values.len(), row.len(), "{}", r.name);
        for (i, (a, b)) in values.iter().zip(row).enumerate() {
            let error = (a - b).abs() / b.abs().max(1.0);
            assert!(error < tolerance, "{} at {t}, column {}: {a} for {b}", r.name, i + 1);
        }
    }

    #[test]
    fn all_references_are_complete() {
        assert_eq!(reference_names().count(), 20);
        assert!(reference("unknown").is_none());
        for name in reference_names() {
            let r = get(name);
            assert_eq!(r.name, name);
            assert!(r.trust_until <= r.t_end && r.t0 == 0.0);
            assert!(r.events.windows(2).all(|w| w[0].t <= w[1].t), "{name}");
            for k in 0..=997 {
                let t = r.t_end * k as f64 / 997.0;
                assert!(r.q_at(t).unwrap().iter().all(|x| x.is_finite()));
                assert!(r.v_at(t).unwrap().iter().all(|x| x.is_finite()));
                assert_eq!(r.lam_at(t).is_none(), r.lam_names.is_empty());
            }
        }
    }

    #[test]
    fn velocity_limits_agree_with_the_impacts() {
        for name in reference_names() {
            let r = get(name);
            let mut v = vec![0.0; r.v_names.len()];
            // Impacts with flights after them that the pieces resolve.
            for e in r.events.iter().filter(|e| e.is_impact() && e.t < r.t_end) {
                let size = |x: &[f64]| x.iter().fold(0.0f64, |m, x| m.max(x.abs()));
                let (minus, plus) = (e.v_minus.as_ref().unwrap(), e.v_plus.as_ref().unwrap());
                if size(plus) < 1e-6 * size(r.events[0].v_minus.as_ref().unwrap()) {
                    break;
                }
                let near =
                    |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-11);
                r.v_left(e.t, &mut v).unwrap();
                assert!(near(&v, minus), "{name} at {}-: {v:?} for {minus:?}", e.t);
                r.v(e.t, &mut v).unwrap();
                assert!(near(&v, plus), "{name} at {}+: {v:?} for {plus:?}", e.t);
            }
        }
    }

    #[test]
    fn bouncing_ball_is_the_closed_form() {
        // Impacts at t_n = 3 - 2^(2-n) with v+ = 2^(1-n).
        let r = get("bouncing-ball");
        for (n, e) in r.events.iter().take(30).enumerate() {
            let n = n as i32 + 1;
            assert_eq!(e.t, 3.0 - 2f64.powi(2 - n));
            assert_eq!(e.v_plus, Some(vec![2f64.powi(1 - n)]));
        }
        assert!(r.events.last().unwrap().is_accumulation());
        let s = 0.3;
        assert!((r.q_at(1.0 + s).unwrap()[0] - s * (1.0 - s)).abs() < 1e-15);
        assert_eq!((r.q_at(4.0), r.v_at(4.0)), (Some(vec![0.0]), Some(vec![0.0])));
        assert_eq!((r.lam_at(3.0), r.lam_at(2.9)), (Some(vec![2.0]), Some(vec![0.0])));
    }

    /// Golden rows: lines of the full CSV tables of the reference solutions named in the code.
    #[test]
    #[rustfmt::skip]
    fn chebyshev_references_agree_with_their_tables() {
        assert_row(&get("double-pendulum-wall"), 5.0017499999999995, &[
            0.03974842003318723, -0.49841755898530038, 0.07958081242120732, 0.26768031472699888,
            -1.4600704575817471, 0.38587177034074777, 0.22733979565490522, 0.01813017524171261,
            0.45612316732527092, -0.39568860771063408, -0.3091909325877123, -1.8357152969682087],
            1e-14);
        assert_row(&get("rocking-block"), 1.9006858228525945, &[
            0.019649244342926159, 0.6061960119746107, -0.032577634648901732, -0.24050696712545819,
            -0.071553775354899721, 0.39674785444733562, 9.1162969975666748, -1.982561416301144],
            1e-14);
        assert_row(&get("ball-in-cylinder"), 4.5, &[
            -0.396245579614532, 0.19192237957239308, -21.736663086031584, 0.67357400196299611,
            -0.33029094492169281, -0.46359390710855203, 9.4333727786805941, -0.94333727786805943],
            1e-13);
        assert_row(&get("tippe-top"), 0.90008989453757948, &[
            -0.071288562927524238, 0.015823248306920498, 0.014227386023075106, 0.11265266610623832,
            -0.24742619312035538, -0.55678656844774876, -0.7849066014331294, -0.040613187953100829,
            -0.0016448290838981196, -0.018844883670660582, 61.817481999224619, 110.66664445773017,
            27.459869613315874, 0.077262961451756623, 0.020046039079969394, -0.011341608056704568,
            -0.0026048249459494806, 1.3103229472608209], 1e-13);
        assert_row(&get("forced-impact-oscillator-transient"), 64.017804298526016,
            &[2.5772738968714348, -0.73770578489190286], 2e-14);
        assert_row(&get("bouncing-pendulum-against-gravity"), 2.5, &[
            0.73197336055075457, -0.68133325138586553, -0.7495825421645923, -1.3855106796892029,
            -1.4884887919798726, -2.0335286394301257, -7.5606826758880397, 7.9467029150573385, 0.0],
            1e-14);
        assert_row(&get("stick-slip-block"), 20.0,
            &[1.2329710855040497, -0.10965172293243462, 2.4525000000000001], 1e-14);
        assert_row(&get("heavy-top"), 1.5, &[
            0.68788713116196942, 0.45880674951127448, -0.049955514785894328, 0.56018935006578841,
            5.6659998107990805, 2.9982583749936556, 150.0], 1e-13);
        assert_row(&get("painleve-rod"), 0.50001828482778865, &[
            12.896939902735017, 0.52711183435862097, 0.55519831089624572, 21.502613324473227,
            0.098249157038177493, 0.11561500138138492, 10.78253905567237, -17.970898426120616],
            1e-14);
    }

    /// As above; the rows of the bouncing pendulum are not among those of its thinned table.
    #[test]
    #[rustfmt::skip]
    fn tables_agree_with_their_sources() {
        assert_row(&get("pendulum"), 2.0, &[
            0.82383579337795862, 0.56682853275863722, 19.452207020232631, -5.7026180052462936,
            8.2882574838271046, 10.060569776706249, -87.629807597845587, -61.201537129402734],
            1e-11);
        assert_row(&get("slider-crank"), 0.1, &[
            9.1401524169416283, -0.14086443541998492, 144.406332089063, 69.991471939389847,
            17.028404559426618], 1e-11);
        let r = get("bouncing-pendulum");
        assert_row(&r, 2.005, &[
            0.77375060071303673, 0.63349033765023978, 0.68605586110550579, 0.1078375154064762,
            -0.13171367796177899, -0.1702275614912615, -4.4784533827851835, -4.5757206254323281,
            0.0],
            1e-11);
        assert_row(&r, 7.995, &[
            FRAC_1_SQRT_2, FRAC_1_SQRT_2, PI / 4.0, 0.0, 0.0, 0.0, -10.0, -10.0, 10.0], 1e-14);
        assert_eq!(r.events[0].t, 3.5118652540156551e-1);
        assert_eq!(r.events[0].impulse.as_deref(),
            Some(&[-4.3604954487823089, -3.6337462073185908, 7.9942416561008997][..]));
        assert_eq!(r.events.iter().filter(|e| e.is_impact()).count(), 102);
        assert!(r.events.last().is_some_and(|e| e.is_accumulation() && e.t == 3.6302382964182468));
    }

    /// Energy of the pendulum (m = L = 1, J = 0.1, g = 10 along +y) and its constraint on
    /// velocities, between the rows: what [`reference`] says about the accuracy.
    #[test]
    fn interpolated_pendulums_conserve_energy() {
        let check = |name: &str, until: f64, tolerance: f64| {
            let r = get(name);
            let energy = |q: &[f64], v: &[f64]| 0.55 * v[2] * v[2] - 10.0 * q[2].sin();
            for k in 0..7000 {
                let t = until * (k as f64 + 0.37) / 7000.0;
                let (q, v) = (r.q_at(t).unwrap(), r.v_at(t).unwrap());
                let before = r.events.iter().rev().find(|e| e.t <= t).map_or(0.0, |e| e.t);
                let start = energy(&r.q_at(before).unwrap(), &r.v_at(before).unwrap());
                assert!((energy(&q, &v) - start).abs() < 10.0 * tolerance, "{name} at {t}");
                assert!((v[0] + q[2].sin() * v[2]).abs() < tolerance, "{name} at {t}");
            }
        };
        check("pendulum", 5.0, 1e-11);
        check("bouncing-pendulum", 3.5, 1e-11);
        check("bouncing-pendulum", 8.0, 2e-7);
    }

    /// The loop constraint of the slider-crank and its rate between the rows.
    #[test]
    fn interpolated_slider_crank_stays_closed() {
        let r = get("slider-crank");
        let (l1, l2) = (0.153, 0.306);
        for k in 0..9000 {
            let t = 0.2 * (k as f64 + 0.37) / 9000.0;
            let (q, v) = (r.q_at(t).unwrap(), r.v_at(t).unwrap());
            assert!((l1 * q[0].sin() + l2 * q[1].sin()).abs() < 1e-10);
            assert!((l1 * q[0].cos() * v[0] + l2 * q[1].cos() * v[1]).abs() < 1e-6);
        }
    }
}
