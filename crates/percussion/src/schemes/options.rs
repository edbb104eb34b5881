//! Named options with defaults, for schemes and problems alike.

use crate::error::ModelError;
use crate::expression::{self, Names, Resolved, Table};
use std::sync::Arc;

/// An option: its name, default and meaning.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Name.
    pub name: &'static str,
    /// Default, as text.
    pub default: &'static str,
    /// One line.
    pub help: &'static str,
}

/// Values for a list of options.
#[derive(Clone, Debug)]
pub struct Options {
    kind: &'static str,
    infos: Vec<OptionInfo>,
    values: Vec<Option<String>>,
}

impl Options {
    /// All at their defaults.
    pub fn new(kind: &'static str, infos: &[OptionInfo]) -> Self {
        Options { kind, infos: infos.to_vec(), values: vec![None; infos.len()] }
    }
    /// Set one; an unknown name is answered with the nearest ones. What is not a number is refused
    /// here, as not every option is read in every run.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ModelError> {
        match self.infos.iter().position(|o| o.name == name) {
            Some(_) if value.trim().parse::<f64>().is_ok_and(|v| !v.is_finite()) => {
                Err(ModelError::Invalid {
                    what: name.into(),
                    value: value.into(),
                    allowed: "a finite number, or a word".into(),
                })
            }
            Some(k) => {
                self.values[k] = Some(value.into());
                Ok(())
            }
            None => Err(ModelError::Unknown {
                kind: self.kind,
                name: name.into(),
                nearest: crate::nearest(name, self.infos.iter().map(|o| o.name)),
            }),
        }
    }
    /// Whether an option of this name exists.
    pub fn has(&self, name: &str) -> bool {
        self.infos.iter().any(|o| o.name == name)
    }
    /// Whether it was set.
    pub fn is_set(&self, name: &str) -> bool {
        self.position(name).is_some_and(|k| self.values[k].is_some())
    }
    /// All names with their values as text.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.infos
            .iter()
            .zip(&self.values)
            .map(|(o, v)| (o.name, v.as_deref().unwrap_or(o.default)))
    }
    fn position(&self, name: &str) -> Option<usize> {
        self.infos.iter().position(|o| o.name == name)
    }
    /// The value as text ("" for an option that does not exist).
    pub fn text(&self, name: &str) -> &str {
        self.position(name).map_or("", |k| match &self.values[k] {
            Some(v) => v,
            None => self.infos[k].default,
        })
    }
    fn invalid(&self, name: &str, allowed: &str) -> ModelError {
        ModelError::Invalid {
            what: name.into(),
            value: self.text(name).into(),
            allowed: allowed.into(),
        }
    }
    /// A finite number: an expression such as `5/3` or `30 deg`.
    pub fn number(&self, name: &str) -> Result<f64, ModelError> {
        parse_number(self.text(name)).ok_or_else(|| self.invalid(name, "a finite number"))
    }
    /// A finite number greater than zero.
    pub fn positive(&self, name: &str) -> Result<f64, ModelError> {
        match self.number(name)? {
            v if v > 0.0 => Ok(v),
            _ => Err(self.invalid(name, "a finite number greater than zero")),
        }
    }
    /// A number within bounds.
    pub fn within(&self, name: &str, lo: f64, hi: f64) -> Result<f64, ModelError> {
        match self.number(name)? {
            v if (lo..=hi).contains(&v) => Ok(v),
            _ => Err(self.invalid(name, &format!("{lo} to {hi}"))),
        }
    }
    /// A whole number within bounds.
    pub fn whole(&self, name: &str, lo: usize, hi: usize) -> Result<usize, ModelError> {
        match parse_number(self.text(name)).filter(|v| v.fract() == 0.0 && *v >= 0.0) {
            Some(v) if (lo as f64..=hi as f64).contains(&v) => Ok(v as usize),
            _ => Err(self.invalid(name, &format!("a whole number from {lo} to {hi}"))),
        }
    }
    /// One of the words given; its index.
    pub fn word(&self, name: &str, words: &[&str]) -> Result<usize, ModelError> {
        let v = self.text(name);
        words.iter().position(|w| *w == v).ok_or_else(|| self.invalid(name, &words.join(", ")))
    }
    /// Numbers with commas between them, in their order.
    pub fn list(&self, name: &str) -> Result<Vec<f64>, ModelError> {
        let parts = self.text(name).trim().trim_start_matches('[').trim_end_matches(']').split(',');
        let numbers = parts.filter(|p| !p.trim().is_empty()).map(parse_number);
        let mut numbers = numbers
            .collect::<Option<Vec<f64>>>()
            .ok_or_else(|| self.invalid(name, "finite numbers with commas between them"))?;
        numbers.sort_by(f64::total_cmp);
        Ok(numbers)
    }
    /// yes or no.
    pub fn flag(&self, name: &str) -> Result<bool, ModelError> {
        match self.text(name) {
            "1" | "true" | "yes" | "on" => Ok(true),
            "0" | "false" | "no" | "off" => Ok(false),
            _ => Err(self.invalid(name, "yes or no")),
        }
    }
}

/// The options `a`, then the options `b`, whose own tolerance becomes `newton_tol`.
pub(super) const fn join<const N: usize>(a: &[OptionInfo], b: &[OptionInfo]) -> [OptionInfo; N] {
    let mut all = [a[0]; N];
    let mut k = 0;
    while k < N {
        if k < a.len() {
            all[k] = a[k];
        } else {
            all[k] = b[k - a.len()];
            if let b"tol" = all[k].name.as_bytes() {
                all[k].name = "newton_tol";
            }
        }
        k += 1;
    }
    all
}

/// A finite number: an expression of numbers and `pi`, as in model files.
pub fn parse_number(text: &str) -> Option<f64> {
    number_with(text, &[])
}

/// The same with further names that have values.
pub fn number_with(text: &str, names: &[(&str, f64)]) -> Option<f64> {
    struct Known<'a>(&'a [(&'a str, f64)]);
    impl Names for Known<'_> {
        fn resolve(&self, name: &str) -> Resolved {
            match self.0.iter().rev().find(|(n, _)| *n == name) {
                Some((_, v)) => Resolved::Constant(*v),
                None => Resolved::Unknown,
            }
        }
        fn valid(&self) -> Vec<String> {
            self.0.iter().map(|(n, _)| n.to_string()).collect()
        }
        fn table(&self, _name: &str) -> Option<Arc<Table>> {
            None
        }
    }
    let text = text.trim();
    // a plain number needs no parser, and may have a form that expressions do not
    let plain = || text.parse::<f64>().ok();
    let value = expression::constant(text, &Known(names)).ok().or_else(plain)?;
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(parse_number("5/3"), Some(5.0 / 3.0));
        assert_eq!(parse_number("pi/12"), Some(std::f64::consts::PI / 12.0));
        assert_eq!(parse_number("1e-3"), Some(1e-3));
        for bad in ["", "NaN", "inf", "1/0", "x", "1//2", "-"] {
            assert_eq!(parse_number(bad), None, "{bad}");
        }
    }

    #[test]
    fn unknown_option_offers_the_nearest() {
        let mut o =
            Options::new("option", &[OptionInfo { name: "rho_inf", default: "0.9", help: "" }]);
        let e = o.set("rho_ing", "1").unwrap_err();
        assert!(e.to_string().contains("did you mean 'rho_inf'"), "{e}");
        o.set("rho_inf", "2").unwrap();
        assert!(o.within("rho_inf", 0.0, 1.0).is_err());
    }
}
