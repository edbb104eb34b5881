use super::parse::UNARY;
use super::program::{Comparison, Op};
use super::{Program, Table};
use std::sync::Arc;

/// How tightly a part of an expression holds together, loosest first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Signed,
    Power,
    Primary,
}

/// A part with its level.
struct Part(String, Level);

impl Part {
    /// The part as an operand that must be of this level or tighter.
    fn within(self, level: Level) -> String {
        match self.1 >= level {
            true => self.0,
            false => format!("({})", self.0),
        }
    }
}

/// Operator, its level, and the levels its two operands must have.
fn operator(op: &Op) -> Option<(&'static str, Level, Level, Level)> {
    use Level::*;
    let compare = |s| (s, Comparison, Sum, Sum);
    Some(match op {
        Op::Add => (" + ", Sum, Sum, Product),
        Op::Subtract => (" - ", Sum, Sum, Product),
        Op::Multiply => ("*", Product, Product, Signed),
        Op::Divide => ("/", Product, Product, Signed),
        Op::Power => ("^", Power, Primary, Primary),
        Op::And => (" and ", And, And, Comparison),
        Op::Or => (" or ", Or, Or, And),
        Op::Compare(c) => compare(match c {
            self::Comparison::Less => " < ",
            self::Comparison::LessEqual => " <= ",
            self::Comparison::Greater => " > ",
            self::Comparison::GreaterEqual => " >= ",
            self::Comparison::Equal => " == ",
            self::Comparison::NotEqual => " != ",
        }),
        _ => return None,
    })
}

fn constant(v: f64) -> Part {
    let level = if v.is_sign_negative() { Level::Signed } else { Level::Primary };
    Part(format!("{v:?}"), level)
}

impl Program {
    /// The expression as text that compiles to the same program; `name` gives the names of its
    /// variables.
    pub fn text(&self, name: impl Fn(usize) -> String) -> String {
        let mut stack: Vec<Part> = Vec::new();
        for op in &self.ops {
            let part = self.part(op, &mut stack, &name);
            stack.push(part);
        }
        stack.pop().map_or(String::new(), |p| p.0)
    }
    fn part(&self, op: &Op, stack: &mut Vec<Part>, name: &impl Fn(usize) -> String) -> Part {
        let mut take = || stack.pop().unwrap_or(Part(String::new(), Level::Primary));
        let call = |f: &str, arguments: &[Part]| {
            let list: Vec<&str> = arguments.iter().map(|p| p.0.as_str()).collect();
            Part(format!("{f}({})", list.join(", ")), Level::Primary)
        };
        if let Some((sign, level, left, right)) = operator(op) {
            let (b, a) = (take().within(right), take().within(left));
            return Part(format!("{a}{sign}{b}"), level);
        }
        match op {
            Op::Constant(v) => constant(*v),
            Op::Variable(k) => Part(name(self.variables[*k]), Level::Primary),
            Op::Negate => Part(format!("-{}", take().within(Level::Signed)), Level::Signed),
            Op::Not => Part(format!("not {}", take().within(Level::Signed)), Level::Signed),
            Op::PowerInteger(k) => {
                Part(format!("{}^{k}", take().within(Level::Primary)), Level::Power)
            }
            Op::Function(f) => {
                let found = UNARY.iter().find(|u| u.1 == *f);
                call(found.map_or("", |u| u.0), &[take()])
            }
            Op::Lookup(_, table) => call(table, &[take()]),
            Op::Call(f, function) => {
                let mut list: Vec<Part> = (0..f.0.arguments()).map(|_| take()).collect();
                list.reverse();
                call(function, &list)
            }
            Op::Choose => {
                let (b, a, c) = (take(), take(), take());
                call("if", &[c, a, b])
            }
            other => {
                let (b, a) = (take(), take());
                let f = match other {
                    Op::Minimum => "min",
                    Op::Maximum => "max",
                    _ => "atan2",
                };
                call(f, &[a, b])
            }
        }
    }
    /// The tables it looks up, by name.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &Arc<Table>)> {
        self.ops.iter().filter_map(|op| match op {
            Op::Lookup(table, name) => Some((name.as_str(), table)),
            _ => None,
        })
    }
}
