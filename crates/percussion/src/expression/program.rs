use super::external::Called;
use super::Table;
use crate::number::Num;
use std::sync::Arc;

/// Most numbers that wait on the stack of a program.
pub const MAX_STACK: usize = 48;
/// Most different variables of a program.
pub const MAX_VARIABLES: usize = 32;

/// One instruction. Operands come from the stack.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Op {
    Constant(f64),
    /// Index into the program's own list of variables.
    Variable(usize),
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Power,
    PowerInteger(i32),
    Function(Function),
    Compare(Comparison),
    And,
    Or,
    Not,
    Minimum,
    Maximum,
    Atan2,
    Choose,
    /// A table and its name.
    Lookup(Arc<Table>, String),
    /// A function of the caller's and its name.
    Call(Called, String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Function {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Exp,
    Log,
    Sqrt,
    Abs,
    Sign,
    Floor,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

/// A compiled expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub(super) ops: Vec<Op>,
    pub(super) variables: Vec<usize>,
}

impl Program {
    /// The variables it contains, as [`super::Names`] numbered them, in the order in which
    /// [`Program::evaluate`] takes their values.
    pub fn variables(&self) -> &[usize] {
        &self.variables
    }
    /// A number.
    pub fn constant(v: f64) -> Self {
        Program { ops: vec![Op::Constant(v)], variables: Vec::new() }
    }
    /// Whether it contains no variable.
    pub fn is_constant(&self) -> bool {
        self.variables.is_empty()
    }
    /// Whether it is the number zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.ops[..], [Op::Constant(v)] if v == 0.0)
    }

    /// The value for the values of the variables.
    pub fn evaluate<D: Num>(&self, values: &[D]) -> D {
        let zero = D::from(0.0);
        let mut stack = [zero; MAX_STACK];
        let mut n = 0;
        for op in &self.ops {
            match op {
                Op::Constant(v) => {
                    stack[n] = D::from(*v);
                    n += 1;
                }
                Op::Variable(k) => {
                    stack[n] = values[*k];
                    n += 1;
                }
                Op::Negate => stack[n - 1] = -stack[n - 1],
                Op::PowerInteger(k) => stack[n - 1] = stack[n - 1].powi(*k),
                Op::Function(f) => stack[n - 1] = function(*f, stack[n - 1]),
                Op::Not => stack[n - 1] = truth(stack[n - 1].re() == 0.0),
                Op::Lookup(t, _) => stack[n - 1] = t.value(stack[n - 1]),
                Op::Call(f, _) => {
                    let first = n - f.0.arguments();
                    stack[first] = f.evaluate(&stack[first..n]);
                    n = first + 1;
                }
                Op::Choose => {
                    n -= 2;
                    let c = stack[n - 1].re() != 0.0;
                    stack[n - 1] = if c { stack[n] } else { stack[n + 1] };
                }
                _ => {
                    n -= 1;
                    stack[n - 1] = binary(op, stack[n - 1], stack[n]);
                }
            }
        }
        stack[0]
    }
}

fn truth<D: Num>(b: bool) -> D {
    D::from(if b { 1.0 } else { 0.0 })
}

fn function<D: Num>(f: Function, x: D) -> D {
    match f {
        Function::Sin => x.sin(),
        Function::Cos => x.cos(),
        Function::Tan => x.tan(),
        Function::Asin => x.asin(),
        Function::Acos => x.acos(),
        Function::Atan => x.atan(),
        Function::Exp => x.exp(),
        Function::Log => x.ln(),
        Function::Sqrt => x.sqrt(),
        Function::Abs => {
            if x.re() < 0.0 {
                -x
            } else {
                x
            }
        }
        Function::Sign => {
            let v = x.re();
            D::from(if v > 0.0 {
                1.0
            } else if v < 0.0 {
                -1.0
            } else {
                0.0
            })
        }
        Function::Floor => D::from(x.re().floor()),
    }
}

fn binary<D: Num>(op: &Op, a: D, b: D) -> D {
    match op {
        Op::Add => a + b,
        Op::Subtract => a - b,
        Op::Multiply => a * b,
        Op::Divide => a / b,
        Op::Power => a.powd(b),
        Op::And => truth(a.re() != 0.0 && b.re() != 0.0),
        Op::Or => truth(a.re() != 0.0 || b.re() != 0.0),
        Op::Minimum => {
            if b.re() < a.re() {
                b
            } else {
                a
            }
        }
        Op::Maximum => {
            if b.re() > a.re() {
                b
            } else {
                a
            }
        }
        Op::Atan2 => a.atan2(b),
        Op::Compare(c) => {
            let (a, b) = (a.re(), b.re());
            truth(match c {
                Comparison::Less => a < b,
                Comparison::LessEqual => a <= b,
                Comparison::Greater => a > b,
                Comparison::GreaterEqual => a >= b,
                Comparison::Equal => a == b,
                Comparison::NotEqual => a != b,
            })
        }
        _ => a,
    }
}
