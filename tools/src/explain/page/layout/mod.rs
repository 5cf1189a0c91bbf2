//! Layered drawings of directed graphs, by Sugiyama's method.
//!
//! A graph is boxes of given sizes and nets: the value of one box and the boxes that use it. Four
//! steps make a drawing of it:
//!
//! 1. [`ranks`] assigns layers, so that nets go down.
//! 2. [`order`] orders each layer to have few crossings. A net that passes a layer takes a place
//!    there, like a narrow box.
//! 3. [`place`] computes coordinates, so that nets are nearly straight.
//! 4. [`route`] draws each net: curves between layers, vertical lines through them.
//!
//! No two boxes overlap and no line crosses a box. Nothing here knows about programs.

mod order;
mod place;
mod ranks;
mod route;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(super) use tests::check;

/// Boxes and nets to draw.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// The width and height of each box.
    pub(super) sizes: Vec<(f64, f64)>,
    /// The nets.
    pub(super) nets: Vec<Net>,
}

/// A value: the box that makes it and the boxes that use it, each once.
#[derive(Clone, Debug)]
pub(super) struct Net {
    pub(super) from: usize,
    pub(super) to: Vec<usize>,
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) w: f64,
    pub(super) h: f64,
}

/// A point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A part of a net between two neighbouring layers: a vertical line in the upper one, a curve,
/// and a vertical line in the lower one.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Piece {
    /// The net.
    pub(super) net: usize,
    /// Start, both ends of the curve, and end.
    pub(super) points: [Point; 4],
    /// Whether it ends at a box.
    pub(super) arrives: bool,
}

/// A drawing.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The layer of each box.
    pub(super) layers: Vec<usize>,
    pub(super) boxes: Vec<Rect>,
    pub(super) pieces: Vec<Piece>,
    /// For each net and each of its users, the pieces on the way there. Nothing if the user is
    /// not below the box that makes the value, as in a cycle.
    pub(super) ways: Vec<Vec<Vec<usize>>>,
}

/// An element of a layer: it takes a place there.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Item {
    Box(usize),
    /// A net that passes.
    Pass(usize),
}

/// A connection of two items in neighbouring layers.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Link {
    upper: usize,
    lower: usize,
    net: usize,
}

/// A graph with layers: every link is between neighbouring layers.
struct Layered<'g> {
    graph: &'g Graph,
    items: Vec<Item>,
    /// The layer of each item.
    layer_of: Vec<usize>,
    /// The items of each layer from left to right.
    layers: Vec<Vec<usize>>,
    links: Vec<Link>,
    /// The links of each item to the layer above and the layer below.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// For each net and user, the links on the way there.
    ways: Vec<Vec<Vec<usize>>>,
}

/// The width of a net that passes a layer.
const PASS: f64 = 6.0;
/// Space between neighbours of a layer.
const BESIDE: f64 = 22.0;
/// Space around the drawing.
const MARGIN: f64 = 24.0;

impl Item {
    fn width(self, graph: &Graph) -> f64 {
        match self {
            Item::Box(b) => graph.sizes[b].0,
            Item::Pass(_) => PASS,
        }
    }
}

impl<'g> Layered<'g> {
    /// Splits nets at each layer that they pass. The users of a net share one line down to where
    /// each leaves it.
    fn new(graph: &'g Graph, ranks: &[usize]) -> Layered<'g> {
        let mut items: Vec<Item> = (0..graph.sizes.len()).map(Item::Box).collect();
        let mut layer_of = ranks.to_vec();
        let mut links: Vec<Link> = Vec::new();
        let mut ways = Vec::new();
        for (n, net) in graph.nets.iter().enumerate() {
            let top = ranks[net.from];
            let deepest = net.to.iter().map(|&t| ranks[t]).max().unwrap_or(0);
            // The line: the items that it passes, and the link into each.
            let (mut trunk, mut way) = (vec![net.from], Vec::new());
            for layer in top + 1..deepest {
                items.push(Item::Pass(n));
                layer_of.push(layer);
                let (upper, lower) = (trunk[trunk.len() - 1], items.len() - 1);
                way.push(links.len());
                links.push(Link { upper, lower, net: n });
                trunk.push(lower);
            }
            let mut to_user = |&user: &usize| {
                if ranks[user] <= top {
                    return Vec::new();
                }
                let passed = ranks[user] - top - 1;
                let mut own: Vec<usize> = way[..passed].to_vec();
                own.push(links.len());
                links.push(Link { upper: trunk[passed], lower: user, net: n });
                own
            };
            ways.push(net.to.iter().map(&mut to_user).collect());
        }
        let mut layers = vec![Vec::new(); layer_of.iter().max().map_or(0, |last| last + 1)];
        for (item, &layer) in layer_of.iter().enumerate() {
            layers[layer].push(item);
        }
        let (mut above, mut below) = (vec![Vec::new(); items.len()], vec![Vec::new(); items.len()]);
        for (i, link) in links.iter().enumerate() {
            below[link.upper].push(i);
            above[link.lower].push(i);
        }
        Layered { graph, items, layer_of, layers, links, above, below, ways }
    }

    /// The index of each item in its layer.
    fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0; self.items.len()];
        for layer in &self.layers {
            for (at, &item) in layer.iter().enumerate() {
                positions[item] = at;
            }
        }
        positions
    }
}

/// Draws a graph.
pub(super) fn draw(graph: &Graph) -> Drawing {
    let ranks = ranks::ranks(graph);
    let mut layered = Layered::new(graph, &ranks);
    order::order(&mut layered);
    let placed = place::place(&layered);
    route::route(&layered, &placed, ranks)
}
