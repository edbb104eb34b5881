//! Nonsmooth multibody dynamics.

pub mod measure;
