//! Nonsmooth multibody dynamics.
