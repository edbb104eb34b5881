//! Fill-reducing orders of sparse symmetric patterns.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An order of minimum degree for the graph of `neighbours`, with weights of its nodes: the node that
/// would fill least is eliminated next (quotient graph: an eliminated node stands for the clique of its
/// neighbours). Ties are broken by the index, so that the order depends on the pattern only.
pub fn minimum_degree(neighbours: &[Vec<u32>], weight: &[usize]) -> Vec<usize> {
    let n = neighbours.len();
    let mut nodes: Vec<Vec<u32>> = neighbours.to_vec();
    let mut cliques: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut member: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut gone = vec![false; n];
    let mut mark = vec![0_u32; n];
    let mut stamp = 0_u32;
    let mut degree: Vec<usize> =
        nodes.iter().map(|v| v.iter().map(|&j| weight[j as usize]).sum()).collect();
    let mut heap: BinaryHeap<Reverse<(usize, usize)>> =
        degree.iter().enumerate().map(|(i, &d)| Reverse((d, i))).collect();
    let mut order = Vec::with_capacity(n);
    while let Some(Reverse((d, p))) = heap.pop() {
        if gone[p] || d != degree[p] {
            continue;
        }
        gone[p] = true;
        order.push(p);
        // its neighbours, directly and through cliques, which it absorbs
        stamp += 1;
        mark[p] = stamp;
        let mut clique = Vec::new();
        let absorbed = std::mem::take(&mut member[p]);
        let direct = std::mem::take(&mut nodes[p]);
        let through = absorbed.iter().flat_map(|&e| cliques[e as usize].iter());
        for &j in direct.iter().chain(through) {
            if !gone[j as usize] && mark[j as usize] != stamp {
                mark[j as usize] = stamp;
                clique.push(j);
            }
        }
        let inside = stamp;
        absorbed.iter().for_each(|&e| cliques[e as usize] = Vec::new());
        for &i in &clique {
            let i = i as usize;
            nodes[i].retain(|&j| !gone[j as usize] && mark[j as usize] != inside);
            member[i].retain(|e| !absorbed.contains(e));
            member[i].push(p as u32);
        }
        cliques[p] = clique;
        for k in 0..cliques[p].len() {
            let i = cliques[p][k] as usize;
            // the other cliques, each node once
            stamp += 1;
            mark[i] = stamp;
            let mut d = 0;
            let through = member[i].iter().flat_map(|&e| cliques[e as usize].iter());
            for &j in nodes[i].iter().chain(through) {
                let j = j as usize;
                if !gone[j] && mark[j] != stamp {
                    mark[j] = stamp;
                    d += weight[j];
                }
            }
            if d != degree[i] {
                degree[i] = d;
                heap.push(Reverse((d, i)));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hub_of_a_star_comes_last() {
        let n = 9;
        let mut graph: Vec<Vec<u32>> = vec![vec![0]; n];
        graph[0] = (1..n as u32).collect();
        let order = minimum_degree(&graph, &vec![1; n]);
        assert_eq!(order.len(), n);
        // the last two form a clique: either may end
        assert!(order[n - 2..].contains(&0), "{order:?}");
    }

    #[test]
    fn a_grid_fills_less_than_its_band() {
        let k = 20;
        let at = |i: usize, j: usize| (i * k + j) as u32;
        let mut graph = vec![Vec::new(); k * k];
        for i in 0..k {
            for j in 0..k {
                if i + 1 < k {
                    graph[at(i, j) as usize].push(at(i + 1, j));
                    graph[at(i + 1, j) as usize].push(at(i, j));
                }
                if j + 1 < k {
                    graph[at(i, j) as usize].push(at(i, j + 1));
                    graph[at(i, j + 1) as usize].push(at(i, j));
                }
            }
        }
        let order = minimum_degree(&graph, &vec![1; k * k]);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..k * k));
        let mut place = vec![0; k * k];
        order.iter().enumerate().for_each(|(p, &i)| place[i] = p);
        let edges = graph.iter().enumerate().flat_map(|(i, v)| v.iter().map(move |&j| (i, j)));
        let s =
            super::super::Symbolic::new(k * k, edges.map(|(i, j)| (place[i], place[j as usize])));
        assert!(s.fill() < k * k * k, "{}", s.fill());
    }
}
