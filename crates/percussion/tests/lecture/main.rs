//! The second half of V. Acary's "Lecture 2. Numerical methods for time integration of nonsmooth mechanical systems": Moreau's scheme with
//! constant and adaptive steps, higher order, splitting. Numbers that results are compared with come
//! from slow independent programs in Python, which solve every contact problem by trying all modes
//! and every implicit equation to rounding.
#![allow(non_snake_case)]

mod adaptive;
mod beyond;
mod common;
mod forces;
mod high_order;
mod moreau;
mod splitting;
