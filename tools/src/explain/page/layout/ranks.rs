//! The layer of each box.

use super::Graph;

/// Rounds of moving boxes nearer to what they are connected with.
const ROUNDS: usize = 8;

/// A layer for each box, so that each net goes down to all of its users. In a cycle, which programs
/// do not have, some connections go up.
pub(super) fn ranks(graph: &Graph) -> Vec<usize> {
    let order = topological(graph);
    let mut place = vec![0; order.len()];
    for (at, &node) in order.iter().enumerate() {
        place[node] = at;
    }
    let mut outs: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    let mut ins: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for (n, net) in graph.nets.iter().enumerate() {
        outs[net.from].push(n);
        for &to in net.to.iter().filter(|&&to| place[to] > place[net.from]) {
            ins[to].push(n);
        }
    }
    // The longest path from a box without inputs.
    let mut ranks = vec![0; order.len()];
    for &node in &order {
        let above = ins[node].iter().map(|&n| ranks[graph.nets[n].from] + 1);
        ranks[node] = above.max().unwrap_or(0);
    }
    // Then boxes move to where nets are shorter: arguments down to their first user.
    for _ in 0..ROUNDS {
        let before = ranks.clone();
        for &node in order.iter().rev() {
            let users = outs[node].iter().flat_map(|&n| &graph.nets[n].to);
            let below = users.filter(|&&to| place[to] > place[node]).map(|&to| ranks[to]).min();
            let lengthened = ins[node]
                .iter()
                .filter(|&&n| graph.nets[n].to.iter().all(|&other| ranks[other] <= ranks[node]));
            if let Some(below) = below
                && outs[node].len() > lengthened.count()
            {
                ranks[node] = ranks[node].max(below - 1);
            }
        }
        for &node in &order {
            let above = ins[node].iter().map(|&n| ranks[graph.nets[n].from] + 1).max();
            if let Some(above) = above
                && ins[node].len() > outs[node].len()
            {
                ranks[node] = above;
            }
        }
        if ranks == before {
            break;
        }
    }
    let least = ranks.iter().copied().min().unwrap_or(0);
    ranks.iter_mut().for_each(|rank| *rank -= least);
    ranks
}

/// The boxes, makers before users. In a cycle the box with the least number comes first.
fn topological(graph: &Graph) -> Vec<usize> {
    let count = graph.sizes.len();
    let mut missing = vec![0; count];
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
    for net in &graph.nets {
        for &to in net.to.iter().filter(|&&to| to != net.from) {
            missing[to] += 1;
            users[net.from].push(to);
        }
    }
    let mut done = vec![false; count];
    let mut ready: std::collections::BTreeSet<usize> =
        (0..count).filter(|&node| missing[node] == 0).collect();
    let mut order = Vec::new();
    let mut first = 0;
    while order.len() < count {
        let node = ready.pop_first().unwrap_or_else(|| {
            while done[first] {
                first += 1;
            }
            first
        });
        done[node] = true;
        order.push(node);
        for &user in &users[node] {
            missing[user] -= 1;
            if missing[user] == 0 && !done[user] {
                ready.insert(user);
            }
        }
    }
    order
}
