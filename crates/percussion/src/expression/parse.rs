use super::external::{Called, External};
use super::program::{Comparison, Function, Op};
use super::{Program, Table, MAX_STACK, MAX_VARIABLES};
use std::ops::Range;
use std::sync::Arc;

/// Longest expression, in bytes.
const MAX_LENGTH: usize = 10_000;
/// Deepest nesting.
const MAX_DEPTH: usize = 64;

/// What is wrong with an expression, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionError {
    /// Bytes of the text.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// The nearest valid name, where a name is unknown.
    pub nearest: Option<String>,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolved {
    /// A number.
    Constant(f64),
    /// A variable, by a number of the caller's.
    Variable(usize),
    /// The name is known, but not allowed here; the reason.
    Refused(String),
    /// No such name.
    Unknown,
}

/// The names an expression may contain, beside `pi` and the functions.
pub trait Names {
    /// What a name stands for. Names may contain dots, and end with `'` for a rate.
    fn resolve(&self, name: &str) -> Resolved;
    /// Valid names, for suggestions.
    fn valid(&self) -> Vec<String>;
    /// A table by name.
    fn table(&self, name: &str) -> Option<Arc<Table>>;
    /// A function of the caller's by name.
    fn function(&self, name: &str) -> Option<Arc<dyn External>> {
        let _ = name;
        None
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Name(String),
    Symbol(&'static str),
}

const SYMBOLS: [&str; 15] =
    ["<=", ">=", "==", "!=", "+", "-", "*", "/", "^", "(", ")", ",", "<", ">", "="];

pub(super) const UNARY: [(&str, Function); 13] = [
    ("sin", Function::Sin),
    ("cos", Function::Cos),
    ("tan", Function::Tan),
    ("asin", Function::Asin),
    ("acos", Function::Acos),
    ("atan", Function::Atan),
    ("exp", Function::Exp),
    ("log", Function::Log),
    ("ln", Function::Log),
    ("sqrt", Function::Sqrt),
    ("abs", Function::Abs),
    ("sign", Function::Sign),
    ("floor", Function::Floor),
];
const OTHERS: [&str; 4] = ["min", "max", "atan2", "if"];

type Result<T> = std::result::Result<T, ExpressionError>;

fn error<T>(at: Range<usize>, message: impl Into<String>) -> Result<T> {
    Err(ExpressionError { at, message: message.into(), nearest: None })
}

/// Compile an expression.
///
/// # Errors
/// The first mistake and its place.
pub fn compile(text: &str, names: &dyn Names) -> Result<Program> {
    if text.len() > MAX_LENGTH {
        return error(0..0, format!("longer than {MAX_LENGTH} characters"));
    }
    let tokens = tokens(text)?;
    let mut p = Parser {
        tokens,
        next: 0,
        end: text.len(),
        names,
        program: Program::default(),
        depth: 0,
        height: 0,
    };
    p.either()?;
    if let Some((token, at)) = p.tokens.get(p.next).cloned() {
        return error(at, format!("expected an operator or the end, found {}", show(&token)));
    }
    Ok(p.program)
}

fn show(t: &Token) -> String {
    match t {
        Token::Number(v) => format!("the number {v}"),
        Token::Name(n) => format!("the name '{n}'"),
        Token::Symbol(s) => format!("'{s}'"),
    }
}

fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut k = 0;
    while k < bytes.len() {
        let c = bytes[k];
        if c.is_ascii_whitespace() {
            k += 1;
        } else if c.is_ascii_digit()
            || (c == b'.' && bytes.get(k + 1).is_some_and(u8::is_ascii_digit))
        {
            let end = number_end(bytes, k);
            let value = text[k..end].parse::<f64>().ok().filter(|v| v.is_finite());
            match value {
                Some(v) => out.push((Token::Number(v), k..end)),
                None => return error(k..end, "not a finite number"),
            }
            k = end;
        } else if c.is_ascii_alphabetic() || c == b'_' {
            let mut end = k;
            let word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.');
            while bytes.get(end).is_some_and(word) {
                end += 1;
            }
            if bytes.get(end) == Some(&b'\'') {
                end += 1;
            }
            out.push((Token::Name(text[k..end].into()), k..end));
            k = end;
        } else if let Some(s) = SYMBOLS.into_iter().find(|s| text[k..].starts_with(s)) {
            out.push((Token::Symbol(s), k..k + s.len()));
            k += s.len();
        } else {
            let len = text[k..].chars().next().map_or(1, char::len_utf8);
            return error(k..k + len, "this character means nothing in an expression");
        }
    }
    Ok(out)
}

fn number_end(bytes: &[u8], mut k: usize) -> usize {
    let digits = |mut k: usize| {
        while bytes.get(k).is_some_and(u8::is_ascii_digit) {
            k += 1;
        }
        k
    };
    k = digits(k);
    if bytes.get(k) == Some(&b'.') {
        k = digits(k + 1);
    }
    if matches!(bytes.get(k), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(k + 1), Some(b'+' | b'-')));
        if bytes.get(k + 1 + sign).is_some_and(u8::is_ascii_digit) {
            k = digits(k + 1 + sign);
        }
    }
    k
}

struct Parser<'a> {
    tokens: Vec<(Token, Range<usize>)>,
    next: usize,
    end: usize,
    names: &'a dyn Names,
    program: Program,
    depth: usize,
    height: usize,
}

impl Parser<'_> {
    fn here(&self) -> Range<usize> {
        self.tokens.get(self.next).map_or(self.end..self.end, |(_, r)| r.clone())
    }
    fn symbol(&mut self, list: &[&'static str]) -> Option<&'static str> {
        match self.tokens.get(self.next) {
            Some((Token::Symbol(s), _)) if list.contains(s) => {
                self.next += 1;
                Some(s)
            }
            _ => None,
        }
    }
    fn word(&mut self, word: &str) -> bool {
        let found = matches!(self.tokens.get(self.next), Some((Token::Name(n), _)) if n == word);
        self.next += usize::from(found);
        found
    }
    fn expect(&mut self, s: &'static str) -> Result<()> {
        match self.symbol(&[s]) {
            Some(_) => Ok(()),
            None => error(self.here(), format!("expected '{s}'")),
        }
    }
    fn push(&mut self, op: Op) -> Result<()> {
        self.height += 1;
        if self.height > MAX_STACK {
            return error(self.here(), "nested too deeply");
        }
        self.program.ops.push(op);
        Ok(())
    }
    /// An instruction that takes `taken` operands and leaves one.
    fn op(&mut self, op: Op, taken: usize) {
        self.height -= taken - 1;
        self.program.ops.push(op);
    }

    fn either(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return error(self.here(), "nested too deeply");
        }
        self.both()?;
        while self.word("or") {
            self.both()?;
            self.op(Op::Or, 2);
        }
        self.depth -= 1;
        Ok(())
    }
    fn both(&mut self) -> Result<()> {
        self.comparison()?;
        while self.word("and") {
            self.comparison()?;
            self.op(Op::And, 2);
        }
        Ok(())
    }
    fn comparison(&mut self) -> Result<()> {
        self.sum()?;
        let at = self.here();
        let Some(s) = self.symbol(&["<", "<=", ">", ">=", "==", "!=", "="]) else { return Ok(()) };
        let c = match s {
            "<" => Comparison::Less,
            "<=" => Comparison::LessEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterEqual,
            "==" => Comparison::Equal,
            "!=" => Comparison::NotEqual,
            _ => return error(at, "'=' is no operator; equality is '=='"),
        };
        self.sum()?;
        self.op(Op::Compare(c), 2);
        Ok(())
    }
    fn sum(&mut self) -> Result<()> {
        self.product()?;
        while let Some(s) = self.symbol(&["+", "-"]) {
            self.product()?;
            self.op(if s == "+" { Op::Add } else { Op::Subtract }, 2);
        }
        Ok(())
    }
    fn product(&mut self) -> Result<()> {
        self.signed()?;
        while let Some(s) = self.symbol(&["*", "/"]) {
            self.signed()?;
            self.op(if s == "*" { Op::Multiply } else { Op::Divide }, 2);
        }
        Ok(())
    }
    fn signed(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return error(self.here(), "nested too deeply");
        }
        if self.symbol(&["-"]).is_some() {
            self.signed()?;
            match self.program.ops.last_mut() {
                Some(Op::Constant(v)) => *v = -*v,
                _ => self.op(Op::Negate, 1),
            }
        } else if self.symbol(&["+"]).is_some() {
            self.signed()?;
        } else if self.word("not") {
            self.signed()?;
            self.op(Op::Not, 1);
        } else {
            self.power()?;
        }
        self.depth -= 1;
        Ok(())
    }
    fn power(&mut self) -> Result<()> {
        self.primary()?;
        if self.word("deg") {
            self.push(Op::Constant(std::f64::consts::PI))?;
            self.op(Op::Multiply, 2);
            self.push(Op::Constant(180.0))?;
            self.op(Op::Divide, 2);
        }
        if self.symbol(&["^"]).is_some() {
            let start = self.program.ops.len();
            self.signed()?;
            let alone = self.program.ops.len() == start + 1;
            match self.program.ops.last() {
                Some(&Op::Constant(v)) if alone && v == v.trunc() && v.abs() <= 64.0 => {
                    self.program.ops.pop();
                    self.op(Op::PowerInteger(v as i32), 2);
                }
                _ => self.op(Op::Power, 2),
            }
        }
        Ok(())
    }
    fn primary(&mut self) -> Result<()> {
        let at = self.here();
        let Some((token, _)) = self.tokens.get(self.next).cloned() else {
            return error(at, "expected a number, a name or '('");
        };
        self.next += 1;
        match token {
            Token::Number(v) => self.push(Op::Constant(v)),
            Token::Symbol("(") => {
                self.either()?;
                self.expect(")")
            }
            Token::Symbol(s) => error(at, format!("expected a number, a name or '(', found '{s}'")),
            Token::Name(n) if self.symbol(&["("]).is_some() => self.call(&n, at),
            Token::Name(n) => self.name(&n, at),
        }
    }
    fn name(&mut self, name: &str, at: Range<usize>) -> Result<()> {
        match self.names.resolve(name) {
            Resolved::Constant(v) => self.push(Op::Constant(v)),
            Resolved::Variable(v) => {
                let list = &mut self.program.variables;
                let k = list.iter().position(|&x| x == v).unwrap_or_else(|| {
                    list.push(v);
                    list.len() - 1
                });
                if k >= MAX_VARIABLES {
                    return error(at, format!("more than {MAX_VARIABLES} different variables"));
                }
                self.push(Op::Variable(k))
            }
            Resolved::Refused(why) => error(at, why),
            Resolved::Unknown if name == "pi" => self.push(Op::Constant(std::f64::consts::PI)),
            Resolved::Unknown => {
                let mut valid = self.names.valid();
                valid.push("pi".into());
                let near = crate::nearest(name, valid.iter().map(String::as_str));
                let message = match near.len() {
                    1 => format!("unknown name '{name}'"),
                    _ => {
                        valid.truncate(20);
                        format!("unknown name '{name}'; valid names: {}", valid.join(", "))
                    }
                };
                let nearest = (near.len() == 1).then(|| near[0].clone());
                Err(ExpressionError { at, message, nearest })
            }
        }
    }
    fn call(&mut self, name: &str, at: Range<usize>) -> Result<()> {
        let mut n = 1;
        self.either()?;
        while self.symbol(&[","]).is_some() {
            self.either()?;
            n += 1;
            if matches!(name, "min" | "max") {
                self.op(if name == "min" { Op::Minimum } else { Op::Maximum }, 2);
            }
        }
        self.expect(")")?;
        let wanted = |k: usize| match n == k {
            true => Ok(()),
            false => error(at.clone(), format!("{name} takes {k} arguments, not {n}")),
        };
        if let Some((_, f)) = UNARY.iter().find(|(u, _)| *u == name) {
            wanted(1)?;
            self.op(Op::Function(*f), 1);
            return Ok(());
        }
        match name {
            "min" | "max" => {
                if n < 2 {
                    return error(at, format!("{name} takes two arguments or more"));
                }
            }
            "atan2" => {
                wanted(2)?;
                self.op(Op::Atan2, 2);
            }
            "if" => {
                wanted(3)?;
                self.op(Op::Choose, 3);
            }
            _ => match (self.names.table(name), self.names.function(name)) {
                (Some(table), _) => {
                    wanted(1)?;
                    self.op(Op::Lookup(table, name.into()), 1);
                }
                (None, Some(f)) => {
                    let k = f.arguments();
                    wanted(k)?;
                    self.op(Op::Call(Called(f), name.into()), k);
                }
                (None, None) => {
                    let valid = UNARY.iter().map(|u| u.0).chain(OTHERS);
                    let near = crate::nearest(name, valid);
                    let nearest = (near.len() == 1).then(|| near[0].clone());
                    let message = format!("unknown function or table '{name}'");
                    return Err(ExpressionError { at, message, nearest });
                }
            },
        }
        Ok(())
    }
}
