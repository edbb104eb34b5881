//! Expressions of model files: parsed once, compiled to a flat program, evaluated for any
//! [`Num`](crate::number::Num) without allocation.
//!
//! ```text
//! numbers 1 2.5e-3        + - * / ^      (parentheses)      < <= > >= == !=   and or not
//! sin cos tan asin acos atan exp log sqrt abs sign floor    min max atan2    if(c, a, b)
//! pi                      30 deg (postfix)                  table(x)
//! t, parameters, coordinates body.x and their rates body.x'
//! ```
//!
//! `^` binds tighter than a sign and to the right; a condition is 1 or 0. Both branches of `if` are
//! evaluated and one is chosen, so a branch that is not chosen may be undefined.

mod breaks;
mod external;
mod parse;
mod program;
mod table;
mod text;

pub use external::{External, MAX_ARGUMENTS};
pub use parse::{compile, ExpressionError, Names, Resolved};
pub use program::{Program, MAX_STACK, MAX_VARIABLES};
pub use table::{Interpolation, Table};

/// An expression of t alone, without tables.
///
/// # Errors
/// The first mistake and its place.
pub fn of_time(text: &str) -> Result<Program, ExpressionError> {
    struct TimeOnly;
    impl Names for TimeOnly {
        fn resolve(&self, name: &str) -> Resolved {
            match name {
                "t" => Resolved::Variable(0),
                _ => Resolved::Unknown,
            }
        }
        fn valid(&self) -> Vec<String> {
            vec!["t".into()]
        }
        fn table(&self, _name: &str) -> Option<std::sync::Arc<Table>> {
            None
        }
    }
    compile(text, &TimeOnly)
}

/// An expression of constants alone.
pub fn constant(text: &str, names: &dyn Names) -> Result<f64, ExpressionError> {
    let program = compile(text, names)?;
    match program.is_constant() {
        true => Ok(program.evaluate::<f64>(&[])),
        false => Err(ExpressionError {
            at: 0..text.len(),
            message: "this value is needed once, before the simulation: it cannot contain t or coordinates".into(),
            nearest: None,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::Dual64;

    struct Test;
    impl Names for Test {
        fn resolve(&self, name: &str) -> Resolved {
            match name {
                "l" => Resolved::Constant(2.0),
                "t" => Resolved::Variable(0),
                "crank.theta" => Resolved::Variable(7),
                _ => Resolved::Unknown,
            }
        }
        fn valid(&self) -> Vec<String> {
            ["l", "t", "crank.theta"].map(String::from).to_vec()
        }
        fn table(&self, name: &str) -> Option<std::sync::Arc<Table>> {
            let t = Table::new(vec![0.0, 1.0, 3.0], vec![0.0, 2.0, 0.0], Interpolation::Linear);
            (name == "ramp").then(|| t.map(std::sync::Arc::new)).and_then(Result::ok)
        }
    }

    #[test]
    fn values() {
        for (text, value) in [
            ("1 + 2*3", 7.0),
            ("-2^2", -4.0),
            ("2^3^2", 512.0),
            ("2^-1", 0.5),
            ("8/4/2", 1.0),
            ("90 deg", std::f64::consts::FRAC_PI_2),
            ("(l+1) deg", 3.0 * std::f64::consts::PI / 180.0),
            ("if(l > 1 and not (l > 3), 5, 6)", 5.0),
            ("min(3, l) + max(1, 2, 7)", 9.0),
            ("atan2(1, 0)", std::f64::consts::FRAC_PI_2),
            ("ramp(0.5) + ramp(2) + ramp(9)", 2.0),
            ("abs(-3) + sqrt(4) + floor(2.7) + sign(-2)", 6.0),
            ("1e-3*1000", 1.0),
        ] {
            assert_eq!(constant(text, &Test).unwrap(), value, "{text}");
        }
    }

    #[test]
    fn mistakes_are_located() {
        for (text, at) in [
            ("1 + ", 4..4),
            ("2 * lenght", 4..10),
            ("sin(1, 2)", 0..3),
            ("(1 + 2", 6..6),
            ("1 $ 2", 2..3),
            ("1 2", 2..3),
            ("1e999", 0..5),
        ] {
            assert_eq!(compile(text, &Test).unwrap_err().at, at, "{text}");
        }
        let e = compile("crank.thet + 1", &Test).unwrap_err();
        assert_eq!(e.nearest.as_deref(), Some("crank.theta"));
        assert!(constant("t", &Test).is_err());
        let deep = "(".repeat(5000) + "1" + &")".repeat(5000);
        assert!(compile(&deep, &Test).is_err());
        let long = "1+(".repeat(100) + "1" + &")".repeat(100);
        assert!(compile(&long, &Test).is_err());
    }

    #[test]
    fn a_program_as_text_compiles_to_itself() {
        for text in [
            "1 + 2*3 - (4 - t)/-l",
            "-2^2 + (-2)^2 + -t^2 + (-t)^-3",
            "2^3^2 + (2^t)^l + t^(1/3) + t^0.5 + t^100",
            "(l + 1) deg - -(t + 1)*2",
            "if(t > 1 and not (t > 3 or t == 2), 5, max(1, t, -7) - min(t, 2))",
            "atan2(t, -0.0) + ramp(2*t) + sqrt(abs(crank.theta))*sign(-2)",
            "(t < 1) + (t >= 2)*(t <= 3) - (t != 4)",
            "1e-30*t + 6.02e23",
        ] {
            let p = compile(text, &Test).unwrap();
            let name = |v| if v == 0 { "t" } else { "crank.theta" }.to_string();
            let again = p.text(name);
            assert_eq!(compile(&again, &Test).unwrap(), p, "{text} | {again}");
            assert_eq!(compile(&again, &Test).unwrap().text(name), again);
        }
        let p = compile("ramp(t)", &Test).unwrap();
        assert_eq!(p.tables().map(|t| t.0).collect::<Vec<_>>(), ["ramp"]);
    }

    #[test]
    fn derivatives_follow() {
        let p = compile("l*sin(crank.theta)^2 + ramp(t)", &Test).unwrap();
        assert_eq!(p.variables(), &[7, 0]);
        let x = 0.3_f64;
        let v = p.evaluate(&[Dual64::from_re(x).derivative(), Dual64::from_re(0.5)]);
        assert!((v.re - (2.0 * x.sin().powi(2) + 1.0)).abs() < 1e-15);
        assert!((v.eps - 4.0 * x.sin() * x.cos()).abs() < 1e-15);
        let v = p.evaluate(&[Dual64::from_re(x), Dual64::from_re(2.0).derivative()]);
        assert_eq!(v.eps, -1.0);
    }
}
