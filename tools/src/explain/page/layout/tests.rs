//! Properties of drawings of random graphs.

use super::*;
use std::time::{Duration, Instant};

/// A small random number generator (xorshift), so that the graphs are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A random acyclic graph: each box uses values of boxes before it, mostly near ones.
fn random(seed: u64, boxes: usize) -> Graph {
    let mut random = Random(seed * 0x9E37_79B9 + 1);
    let sizes = (0..boxes)
        .map(|_| (40.0 + random.below(200) as f64, 20.0 + random.below(60) as f64))
        .collect();
    let mut nets: Vec<Net> = (0..boxes).map(|from| Net { from, to: Vec::new() }).collect();
    for user in 1..boxes {
        for _ in 0..random.below(4) {
            let reach = if random.below(5) == 0 { user } else { user.min(6) };
            let maker = user - 1 - random.below(reach);
            if !nets[maker].to.contains(&user) {
                nets[maker].to.push(user);
            }
        }
    }
    nets.retain(|net| !net.to.is_empty());
    Graph { sizes, nets }
}

/// Points on a piece, near enough to one another that a box between two of them would be seen.
fn samples(piece: &Piece) -> Vec<Point> {
    let [start, from, to, end] = piece.points;
    let [c1, c2] = piece.controls();
    let mut points = vec![start];
    let mix =
        |a: Point, b: Point, t: f64| Point { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
    points.extend((0..=8).map(|i| mix(start, from, f64::from(i) / 8.0)));
    for i in 0..=200 {
        let t = f64::from(i) / 200.0;
        let u = 1.0 - t;
        let bezier = |a: f64, b: f64, c: f64, d: f64| {
            u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
        };
        points.push(Point {
            x: bezier(from.x, c1.x, c2.x, to.x),
            y: bezier(from.y, c1.y, c2.y, to.y),
        });
    }
    points.extend((0..=8).map(|i| mix(to, end, f64::from(i) / 8.0)));
    points
}

/// Whether a point is within a rectangle, not on its border.
fn inside(rect: &Rect, p: Point) -> bool {
    let e = 1e-6;
    p.x > rect.x + e && p.x < rect.x + rect.w - e && p.y > rect.y + e && p.y < rect.y + rect.h - e
}

/// Asserts the properties of every drawing of an acyclic graph.
pub(crate) fn check(graph: &Graph, drawing: &Drawing) {
    let Drawing { boxes, pieces, .. } = drawing;
    for (i, a) in boxes.iter().enumerate() {
        assert!(
            a.x >= 0.0 && a.y >= 0.0 && a.x + a.w <= drawing.width && a.y + a.h <= drawing.height
        );
        for b in &boxes[..i] {
            let apart =
                a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
            assert!(apart, "boxes overlap: {a:?} and {b:?}");
        }
    }
    for piece in pieces {
        let points = samples(piece);
        let low = points.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        let high = points.iter().map(|p| p.y).fold(0.0, f64::max);
        for rect in boxes.iter().filter(|r| r.y < high && r.y + r.h > low) {
            let hit = points.iter().find(|&&p| inside(rect, p));
            assert!(hit.is_none(), "{piece:?} crosses {rect:?} at {hit:?}");
        }
    }
    for (net, ways) in graph.nets.iter().zip(&drawing.ways) {
        for (&user, way) in net.to.iter().zip(ways) {
            assert!(!way.is_empty(), "{net:?} goes to {user} in a cycle");
            let (first, last) = (&pieces[way[0]], &pieces[way[way.len() - 1]]);
            let touches = |p: Point, rect: &Rect, y: f64| {
                p.x >= rect.x && p.x <= rect.x + rect.w && (p.y - y).abs() < 1e-6
            };
            let (from, to) = (&boxes[net.from], &boxes[user]);
            assert!(touches(first.points[0], from, from.y + from.h), "a net starts at its box");
            assert!(touches(last.points[3], to, to.y) && last.arrives, "and ends at its user");
            for pair in way.windows(2) {
                assert_eq!(pieces[pair[0]].points[3], pieces[pair[1]].points[0], "without a gap");
            }
        }
    }
}

#[test]
fn no_boxes_overlap_and_no_line_crosses_a_box() {
    for seed in 0..60 {
        let graph = random(seed, 2 + seed as usize);
        check(&graph, &draw(&graph));
    }
}

#[test]
fn hundreds_of_kernels_take_less_than_a_second() {
    let graph = random(7, 600);
    let start = Instant::now();
    let drawing = draw(&graph);
    let took = start.elapsed();
    check(&graph, &drawing);
    // Build machines are shared: the limit is many times what it takes.
    assert!(took < Duration::from_secs(4), "{took:?}");
}

#[test]
fn few_lines_cross_in_a_tree() {
    // The users of each box are numbered from right to left, which crosses all lines at first.
    let nets = (0..15).map(|from| Net { from, to: vec![2 * from + 2, 2 * from + 1] }).collect();
    let graph = Graph { sizes: vec![(50.0, 20.0); 31], nets };
    let drawing = draw(&graph);
    check(&graph, &drawing);
    let crossings = drawing.pieces.iter().enumerate().flat_map(|(i, a)| {
        drawing.pieces[..i].iter().filter(move |b| {
            let ([a1, .., a2], [b1, .., b2]) = (a.points, b.points);
            a1.y == b1.y && (a1.x - b1.x) * (a2.x - b2.x) < -1e-6
        })
    });
    assert_eq!(crossings.count(), 0);
}

#[test]
fn a_box_is_as_near_to_its_user_as_can_be() {
    // An argument of the last of five boxes is drawn above that one, not on top.
    let chain = (0..4).map(|from| Net { from, to: vec![from + 1] });
    let nets: Vec<Net> = chain.chain([Net { from: 5, to: vec![4] }]).collect();
    let drawing = draw(&Graph { sizes: vec![(50.0, 20.0); 6], nets });
    assert_eq!(drawing.layers, [0, 1, 2, 3, 4, 3]);
}

#[test]
fn cycles_and_nothing_are_drawn_too() {
    let nets = vec![Net { from: 0, to: vec![1] }, Net { from: 1, to: vec![0, 1] }];
    let drawing = draw(&Graph { sizes: vec![(50.0, 20.0); 2], nets });
    assert_eq!(drawing.boxes.len(), 2);
    assert_eq!(drawing.ways, [vec![vec![0]], vec![vec![], vec![]]]);
    assert!(draw(&Graph::default()).boxes.is_empty());
}
