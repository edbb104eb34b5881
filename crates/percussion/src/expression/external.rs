use crate::number::Num;
use num_dual::{Dual2_64, Dual64, HyperDual64};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Most arguments of a function of the caller's.
pub const MAX_ARGUMENTS: usize = 32;

/// A function that the program around the library gives to expressions, called by name.
///
/// It must be the same function at every call: schemes evaluate a step more than once.
pub trait External: Send + Sync {
    /// Number of arguments, at most [`MAX_ARGUMENTS`].
    fn arguments(&self) -> usize;
    /// The value.
    fn value(&self, x: &[f64]) -> f64;
    /// Value and derivatives: two first ones and the mixed second one.
    fn jet(&self, x: &[HyperDual64]) -> HyperDual64;
}

/// A function of the caller's in a program. Two are equal where they are the same object.
#[derive(Clone)]
pub(super) struct Called(pub Arc<dyn External>);

impl PartialEq for Called {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a function of {} arguments", self.0.arguments())
    }
}

impl Called {
    /// The value for numbers of any kind: numbers without derivatives go the short way.
    pub fn evaluate<D: Num>(&self, x: &[D]) -> D {
        let n = x.len().min(MAX_ARGUMENTS);
        if D::NDERIV == 0 {
            let mut values = [0.0; MAX_ARGUMENTS];
            values.iter_mut().zip(x).for_each(|(v, x)| *v = x.re());
            return D::from(self.0.value(&values[..n]));
        }
        let mut jets = [HyperDual64::from_re(0.0); MAX_ARGUMENTS];
        jets.iter_mut().zip(x).for_each(|(j, x)| *j = to_jet(x));
        from_jet(self.0.jet(&jets[..n]))
    }
}

fn to_jet<D: Num>(x: &D) -> HyperDual64 {
    let any: &dyn Any = x;
    if let Some(x) = any.downcast_ref::<Dual64>() {
        return HyperDual64::new(x.re, x.eps, 0.0, 0.0);
    }
    if let Some(x) = any.downcast_ref::<Dual2_64>() {
        return HyperDual64::new(x.re, x.v1, x.v1, x.v2);
    }
    any.downcast_ref::<HyperDual64>().copied().unwrap_or(HyperDual64::from_re(x.re()))
}

fn from_jet<D: Num>(j: HyperDual64) -> D {
    let mut out = D::from(j.re);
    let any: &mut dyn Any = &mut out;
    if let Some(x) = any.downcast_mut::<Dual64>() {
        x.eps = j.eps1;
    } else if let Some(x) = any.downcast_mut::<Dual2_64>() {
        (x.v1, x.v2) = (j.eps1, j.eps1eps2);
    } else if let Some(x) = any.downcast_mut::<HyperDual64>() {
        *x = j;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{compile, Names, Resolved, Table};
    use super::*;

    struct Product;
    impl External for Product {
        fn arguments(&self) -> usize {
            2
        }
        fn value(&self, x: &[f64]) -> f64 {
            x[0] * x[0] * x[1]
        }
        fn jet(&self, x: &[HyperDual64]) -> HyperDual64 {
            x[0] * x[0] * x[1]
        }
    }

    struct Own(Arc<dyn External>);
    impl Names for Own {
        fn resolve(&self, name: &str) -> Resolved {
            match name {
                "t" => Resolved::Variable(0),
                _ => Resolved::Unknown,
            }
        }
        fn valid(&self) -> Vec<String> {
            Vec::new()
        }
        fn table(&self, _: &str) -> Option<Arc<Table>> {
            None
        }
        fn function(&self, name: &str) -> Option<Arc<dyn External>> {
            (name == "f").then(|| self.0.clone())
        }
    }

    #[test]
    fn functions_of_the_caller_carry_derivatives_of_every_kind() {
        let names = Own(Arc::new(Product));
        let p = compile("2*f(t, t + 1)", &names).unwrap();
        // 2 t² (t + 1): 24, 32, 28 at t = 2
        assert_eq!(p.evaluate(&[2.0]), 24.0);
        assert_eq!(p.evaluate(&[Dual64::from_re(2.0).derivative()]).eps, 32.0);
        let second = p.evaluate(&[Dual2_64::from_re(2.0).derivative()]);
        assert_eq!((second.re, second.v1, second.v2), (24.0, 32.0, 28.0));
        let mixed = p.evaluate(&[HyperDual64::new(2.0, 1.0, 1.0, 0.0)]);
        assert_eq!(mixed.eps1eps2, 28.0);
        assert_eq!(p.text(|_| "t".into()), "2.0*f(t, t + 1.0)");
        assert_eq!(compile("f(t)", &names).unwrap_err().at, 0..1);
    }
}
