use percussion::contact::lcp::enumerate::enumerate;
use percussion::contact::lcp::*;
use proptest::prelude::*;

/// Every solver that the enumeration is compared with.
const ALL: [Solver; 6] =
    [Solver::Auto, Solver::Lemke, Solver::Pivoting, Solver::Murty, Solver::Newton, Solver::MinMap];

fn file(name: &str) -> Lcp {
    let path = format!("{}/data/lcp/{name}.dat", env!("CARGO_MANIFEST_DIR"));
    file::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn every_problem_of_the_collection_is_solved() {
    let folder = format!("{}/data/lcp", env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".dat") else { continue };
        seen += 1;
        let lcp = file(name);
        let out = lcp.solve(Solver::Auto);
        assert!(out.solved() && out.residual <= 1e-12, "{name}: {out:?}");
        assert!(out.z.iter().all(|z| *z >= 0.0), "{name}");
        let w = lcp.w(&out.z);
        let q = lcp.q.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
        assert!(w
            .iter()
            .zip(&out.z)
            .all(|(w, z)| *w > -1e-12 * q && w.min(*z) < 1e-12 * q.max(1.0)));
    }
    assert_eq!(seen, 12);
}

#[test]
fn known_solutions() {
    let near = |name: &str, z: &[f64]| {
        let out = file(name).solve(Solver::Auto);
        for (a, b) in out.z.iter().zip(z) {
            assert!((a - b).abs() <= 1e-13 * b.abs().max(1.0), "{name}: {:?}", out.z);
        }
    };
    near("lcp_CPS_2", &[0.0, 1.0, 3.0]);
    near("lcp_deudeu", &[4.0 / 3.0, 7.0 / 3.0]);
    near("lcp_exp_murty", &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    let inverse: Vec<f64> = (1..=9).map(|k| 1.0 / k as f64).collect();
    near("lcp_trivial", &inverse);
    // KKT of a quadratic programme: x >= 0 with sum at least 6
    let out = file("lcp_CPS_4").solve(Solver::Lemke);
    assert!(out.solved() && (out.z[..3].iter().sum::<f64>() - 6.0).abs() < 1e-12, "{out:?}");
}

#[test]
fn numbers_of_solutions() {
    let count = |name: &str| file(name).count_solutions();
    for name in ["lcp_CPS_1", "lcp_CPS_5", "lcp_inf_sol_perturbed"] {
        assert!(matches!(count(name), Count::Several { continuum: true, .. }), "{name}");
    }
    // three equilibria of the game
    assert!(
        matches!(count("lcp_CPS_3"), Count::Several { found: 3, .. }),
        "{:?}",
        count("lcp_CPS_3")
    );
    for name in ["lcp_deudeu", "lcp_exp_murty", "lcp_ortiz", "lcp_trivial", "lcp_mmc"] {
        assert!(matches!(count(name), Count::One(why) if why.starts_with("M is")), "{name}");
    }
    assert_eq!(count("lcp_CPS_2"), Count::One("enumeration finds no other"));
}

#[test]
fn a_vertex_outside_every_regular_set_is_found() {
    // w_1 = 0 always, z_1 >= 1 free above: M_11 = 0 is singular
    let lcp = Lcp::new(2, vec![0.0, 0.0, 1.0, 0.0], vec![0.0, -1.0]);
    let all = enumerate(&lcp).unwrap();
    assert!(all.continuum && all.complete);
    assert_eq!(all.solutions, [[1.0, 0.0]]);
    assert!(lcp.solve(Solver::Auto).solved());
}

#[test]
fn without_solution() {
    // infeasible and positive semidefinite: Lemke's ray is a proof
    let lcp = Lcp::new(2, vec![1.0, -1.0, -1.0, 1.0], vec![-1.0, -1.0]);
    assert_eq!(lcp.solve(Solver::Lemke).status, Status::Ray { iterations: 2, no_solution: true });
    assert!(matches!(lcp.solve(Solver::Auto).status, Status::Ray { no_solution: true, .. }));
    assert_eq!(lcp.count_solutions(), Count::None);
    // feasible without solution: the ray proves nothing, the enumeration does
    let lcp = Lcp::new(2, vec![-1.0, 1.0, 0.0, 0.0], vec![-1.0, 0.0]);
    let proof = |s| matches!(s, Status::NoSolution { .. } | Status::Ray { no_solution: true, .. });
    let all = enumerate(&lcp).unwrap();
    assert_eq!(all.solutions.is_empty(), proof(lcp.solve(Solver::Auto).status), "{all:?}");
    let lcp = Lcp::new(1, vec![-1.0], vec![-1.0]);
    assert!(proof(lcp.solve(Solver::Auto).status));
    let lcp = Lcp::new(1, vec![0.0], vec![-1.0]);
    assert_eq!(lcp.solve(Solver::Lemke).status, Status::Ray { iterations: 1, no_solution: true });
    for solver in ALL {
        assert!(!lcp.solve(solver).solved(), "{solver:?}");
    }
}

#[test]
fn mixed_problems() {
    // two unit masses tied together, one of them on the floor, the tie given twice
    let m = vec![2.0, 2.0, 1.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0];
    for (q, z) in [([0.0, 0.0, -1.0], 2.0), ([1.0, 1.0, 3.0], 0.0)] {
        let p = Mlcp { n: 3, M: m.clone(), q: q.to_vec(), free: vec![true, true, false] };
        assert_eq!(p.reduce().n, 1);
        let out = p.solve(Solver::Auto);
        assert!(out.solved() && (out.z[2] - z).abs() < 1e-14, "{out:?}");
        let w = Lcp::new(3, m.clone(), q.to_vec()).w(&out.z);
        assert!(w[0].abs() < 1e-14 && w[1].abs() < 1e-14 && w[2] >= -1e-14, "{w:?}");
    }
    // equations that contradict each other
    let p = Mlcp { n: 3, M: m, q: vec![0.0, 1.0, -1.0], free: vec![true, true, false] };
    assert!(!p.solve(Solver::Auto).solved());
    // a free multiplier whose own block is zero: z_2 = 3, and w_2 = 0 gives the multiplier
    let p =
        Mlcp { n: 2, M: vec![0.0, 1.0, -1.0, 1.0], q: vec![-3.0, 0.0], free: vec![true, false] };
    let out = p.solve(Solver::Auto);
    assert!(out.solved() && out.z == [3.0, 3.0], "{out:?}");
}

#[test]
fn files_are_written_and_refused() {
    let lcp = file("lcp_mmc");
    assert_eq!(file::parse(&file::write(&lcp, "a comment 1 2")), Ok(lcp));
    let refused = |text: &str, words: &str| {
        let e = file::parse(text).unwrap_err().to_string();
        assert!(e.contains(words), "{text:?}: {e}");
    };
    refused("", "line 1: expected the order n");
    refused("-1", "found '-1'");
    refused("999999999999999999999999", "from 1 to 2000");
    refused("3000\n", "from 1 to 2000");
    refused("2\n1\n2\n2", "line 4: expected a finite number, M(2, 2), found the end of the file");
    refused("2\n0\n2\n2\n2 2\n1 2 3", "expected a finite number, M(2, 2)");
    refused("1 0 1 1 1 1\nNaN\n1", "line 2: expected a finite number, M(1, 1), found 'NaN'");
    refused("1 0 1 1 1 1\n1\ninf", "q(1), found 'inf'");
    refused("1 0 1 1 1 1\n1e999\n1", "found '1e999'");
    refused("2 0 2 2 2 2 1 0 0 1 -1", "expected a finite number, q(2), found the end of the file");
    refused("\u{0}\u{1b}[2J", "line 1");
}

/// Random entries in [-1, 1] from a simple generator.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut s = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move || {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        (s >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn product(n: usize, k: usize, seed: u64) -> Vec<f64> {
    let mut r = random(seed);
    let a: Vec<f64> = (0..n * k).map(|_| r()).collect();
    let at = |i: usize, j: usize| (0..k).map(|l| a[i * k + l] * a[j * k + l]).sum();
    (0..n * n).map(|x| at(x / n, x % n)).collect()
}

fn same(a: &[f64], b: &[f64]) -> bool {
    let size = b.iter().fold(1.0_f64, |s, v| s.max(v.abs()));
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9 * size)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Diagonally dominant matrices are P-matrices: one solution, found by all.
    #[test]
    fn p_matrices(n in 1usize..9, seed in 1u64..u64::MAX, exponent in -6i32..7) {
        let mut r = random(seed);
        let mut m: Vec<f64> = (0..n * n).map(|_| r()).collect();
        for i in 0..n {
            m[i * n + i] = 0.1 + (0..n).map(|j| m[i * n + j].abs()).sum::<f64>();
        }
        // units of their own for each row and column
        let unit: Vec<f64> =
            (0..n).map(|i| 10f64.powi(exponent * (i as i32 % 3 - 1) / 2)).collect();
        for i in 0..n {
            (0..n).for_each(|j| m[i * n + j] *= unit[i] * unit[j]);
        }
        let q: Vec<f64> = unit.iter().map(|u| 3.0 * u * r()).collect();
        let lcp = Lcp::new(n, m, q);
        prop_assert_eq!(classes::p_matrix(&lcp), Some(true));
        let all = lcp.solve(Solver::Enumerate);
        prop_assert!(all.solved(), "{:?}", all);
        for solver in ALL {
            let out = lcp.solve(solver);
            prop_assert!(out.solved(), "{:?} {:?}", solver, out);
            let natural = |z: &[f64]| z.iter().zip(&unit).map(|(z, u)| z * u).collect::<Vec<_>>();
            prop_assert!(same(&natural(&out.z), &natural(&all.z)), "{:?} {:?}", solver, out);
        }
    }

    /// Contact problems: positive semidefinite, more contacts than degrees of freedom. A solution
    /// exists where q is in the range of -M plus something nonnegative; w is unique.
    #[test]
    fn degenerate_contacts(n in 2usize..9, k in 1usize..4, seed in 1u64..u64::MAX) {
        let m = product(n, k.min(n), seed);
        let mut r = random(seed ^ 77);
        let z: Vec<f64> = (0..n).map(|_| r().max(0.0)).collect();
        let plain = Lcp::new(n, m.clone(), vec![0.0; n]);
        // complementary by construction, with many zeros of both
        let q: Vec<f64> = (0..n)
            .map(|i| -plain.w_at(&z, i) + if z[i] == 0.0 { r().max(0.0) } else { 0.0 })
            .collect();
        let lcp = Lcp::new(n, m, q);
        let w = lcp.w(&z);
        for solver in [Solver::Auto, Solver::Lemke, Solver::Enumerate] {
            let out = lcp.solve(solver);
            prop_assert!(out.solved(), "{:?} {:?} {:?}", solver, out, lcp);
            prop_assert!(same(&lcp.w(&out.z), &w), "{:?}", solver);
        }
    }

    /// Any matrix with small whole entries: highly degenerate, often without solution. Whoever
    /// claims a solution has one; whoever claims a proof that there is none is right.
    #[test]
    fn whole_numbers(n in 1usize..6, seed in 1u64..u64::MAX) {
        let mut r = random(seed);
        let m: Vec<f64> = (0..n * n).map(|_| (2.4 * r()).round()).collect();
        let q: Vec<f64> = (0..n).map(|_| (2.4 * r()).round()).collect();
        let lcp = Lcp::new(n, m, q);
        let all = enumerate(&lcp).unwrap();
        for z in &all.solutions {
            prop_assert!(lcp.residual(z) <= 1e-11, "{:?} {:?}", lcp, z);
        }
        for solver in ALL.into_iter().chain([Solver::GaussSeidel]) {
            let out = lcp.solve(solver);
            match out.status {
                Status::Solved { .. } => {
                    prop_assert!(out.residual <= 1e-12);
                    prop_assert!(!all.solutions.is_empty(), "{:?} {:?} {:?}", solver, lcp, out);
                    if !all.continuum {
                        prop_assert!(all.solutions.iter().any(|s| same(s, &out.z)), "{:?} {:?} {:?}", solver, lcp, out);
                    }
                }
                Status::Ray { no_solution: true, .. } | Status::NoSolution { .. } => {
                    prop_assert!(all.solutions.is_empty(), "{:?} {:?}", solver, lcp);
                }
                _ => {}
            }
        }
        prop_assert_eq!(lcp.solve(Solver::Auto).solved(), !all.solutions.is_empty(), "{:?}", lcp);
    }

    /// Symmetric positive definite: Gauss-Seidel finds the active set, the rest is a linear solve.
    #[test]
    fn gauss_seidel_and_mixed(n in 2usize..10, bilateral in 0usize..4, seed in 1u64..u64::MAX) {
        let mut m = product(n, n, seed);
        (0..n).for_each(|i| m[i * n + i] += 0.3);
        let mut r = random(seed ^ 5);
        let q: Vec<f64> = (0..n).map(|_| r()).collect();
        let lcp = Lcp::new(n, m.clone(), q.clone());
        let a = lcp.solve(Solver::GaussSeidel);
        let b = lcp.solve(Solver::Lemke);
        prop_assert!(a.solved() && b.solved() && same(&a.z, &b.z));
        let free: Vec<bool> = (0..n).map(|i| i < bilateral.min(n - 1)).collect();
        let mixed = Mlcp { n, M: m, q, free: free.clone() };
        let out = mixed.solve(Solver::Auto);
        prop_assert!(out.solved() && out.residual < 1e-12, "{:?}", out);
        for (i, w) in lcp.w(&out.z).into_iter().enumerate() {
            let v = if free[i] { w } else { w.min(out.z[i]) };
            prop_assert!(v.abs() < 1e-11, "{} {:?}", i, out);
        }
    }
}
