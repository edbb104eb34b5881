//! Where in time an expression changes its formula.

use super::program::{Function, Op};
use super::{Interpolation, Program};

/// What waits on the stack: a + b t, or anything else.
#[derive(Clone, Copy)]
enum Value {
    Line(f64, f64),
    Other,
}
use Value::{Line, Other};

/// The time at which a line vanishes that is not constant, by rounding later: there the formula is that of the time after.
fn root(v: Value) -> Option<f64> {
    match v {
        Line(a, b) if b != 0.0 => Some(-a / b).map(|t| t + 2.0 * f64::EPSILON * t.abs()),
        _ => None,
    }
    .filter(|t| t.is_finite())
}

fn plus(x: Value, y: Value, sign: f64) -> Value {
    match (x, y) {
        (Line(a, b), Line(c, d)) => Line(a + sign * c, b + sign * d),
        _ => Other,
    }
}

fn times(x: Value, y: Value) -> Value {
    match (x, y) {
        (Line(a, 0.0), Line(c, d)) | (Line(c, d), Line(a, 0.0)) => Line(a * c, a * d),
        _ => Other,
    }
}

impl Program {
    /// Adds the times at which the formula changes, where its variable number `time` is the time: comparisons, minima, absolute
    /// values and signs of what grows steadily with it, and the points of tables joined by straight lines. Other changes, such as those of
    /// `floor(t)` or of `if(sin(t) > 0, ..)`, are not among them.
    pub fn breaks(&self, time: usize, out: &mut Vec<f64>) {
        let mut stack = Vec::new();
        for op in &self.ops {
            let mut pop = || stack.pop().unwrap_or(Other);
            let value = match op {
                Op::Constant(v) => Line(*v, 0.0),
                Op::Variable(k) if *k == time => Line(0.0, 1.0),
                Op::Variable(_) => Other,
                Op::Negate => times(Line(-1.0, 0.0), pop()),
                Op::Add | Op::Subtract => {
                    let (y, x) = (pop(), pop());
                    plus(x, y, if *op == Op::Add { 1.0 } else { -1.0 })
                }
                Op::Multiply => times(pop(), pop()),
                Op::Divide => match (pop(), pop()) {
                    (Line(c, 0.0), x) => times(Line(1.0 / c, 0.0), x),
                    _ => Other,
                },
                Op::Compare(_) | Op::Minimum | Op::Maximum => {
                    let (y, x) = (pop(), pop());
                    out.extend(root(plus(x, y, -1.0)));
                    Other
                }
                Op::Function(f) => {
                    let x = pop();
                    out.extend(root(x).filter(|_| matches!(f, Function::Abs | Function::Sign)));
                    Other
                }
                Op::Lookup(table, _) => {
                    let (knots, _, how) = table.data();
                    if let (Line(a, b), Interpolation::Linear) = (pop(), how) {
                        out.extend(knots.iter().filter_map(|x| root(Line(a - x, b))));
                    }
                    Other
                }
                Op::Not | Op::PowerInteger(_) => (pop(), Other).1,
                Op::And | Op::Or | Op::Power | Op::Atan2 => (pop(), pop(), Other).2,
                Op::Choose => (pop(), pop(), pop(), Other).3,
                Op::Call(f, _) => {
                    for _ in 0..f.0.arguments() {
                        pop();
                    }
                    Other
                }
            };
            stack.push(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::expression::of_time;

    #[test]
    fn breaks_of_expressions_of_time() {
        for (text, expected) in [
            ("if(t > 1 and t < 1.2, 10, 0)", &[1.0, 1.2][..]),
            ("if(2*(t - 3)/4 <= 1, t^2, 4)", &[5.0][..]),
            ("abs(1 - t)*sin(t) + min(t, 2)", &[1.0, 2.0][..]),
            ("-sign(0.5 - t)", &[0.5][..]),
            ("if(sin(t) > 0, 1, 0) + exp(-t) + if(2 > 1, t, 0)", &[][..]),
        ] {
            let mut found = Vec::new();
            of_time(text).unwrap().breaks(0, &mut found);
            found.sort_by(f64::total_cmp);
            assert_eq!(found.len(), expected.len(), "{text}: {found:?}");
            let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-14;
            assert!(found.iter().zip(expected).all(near), "{text}: {found:?}");
        }
    }
}
