//! `mhlo.sharding` strings: `{devices=[2,1,2]<=[4] last_tile_dim_replicate}`.
//!
//! Such a string arranges devices in tiles along the dimensions of a tensor. The devices are listed,
//! or are `0, 1, 2, …` reshaped and transposed: `<=[2,2]T(1,0)`. Either way, the list is a product of
//! runs of constant stride, and each run is a part of a mesh's axes.

use super::grid::Grid;
use super::state::State;
use hloom_ir::ops::{AxisRef, DimSharding, Mesh, SdyMeshRef, Sharding};
use std::fmt::Write;

/// The sharding over a mesh that a string means for a tensor of rank `rank`.
///
/// # Errors
/// If the string is not understood, or does not fit the mesh.
pub fn parse(text: &str, rank: usize, name: &SdyMeshRef, mesh: &Mesh) -> Result<Sharding, String> {
    let said = |what: &str| format!("the sharding `{text}` {what}");
    let body = text.trim().strip_prefix('{').and_then(|t| t.strip_suffix('}'));
    let body = body.ok_or_else(|| said("has no braces"))?.trim();
    let whole = |rank| Sharding {
        mesh: name.clone(),
        dims: vec![DimSharding { axes: Box::default(), open: false, priority: None }; rank].into(),
        replicated: Box::default(),
        unreduced: Box::default(),
    };
    if body == "replicated" || body == "manual" {
        return Ok(whole(rank));
    }
    let Some(rest) = body.strip_prefix("devices=") else {
        return Err(said("is none of devices=[…], replicated and manual"));
    };
    let (tiles, rest) = numbers(rest).ok_or_else(|| said("has no list of tiles"))?;
    let total: i64 = tiles.iter().product();
    if tiles.iter().any(|&n| n < 1) || mesh.size() != Some(total) {
        let size = mesh.size().unwrap_or(0);
        return Err(said(&format!("is over {total} devices, the mesh has {size}")));
    }
    let (devices, rest) = devices(rest, total).ok_or_else(|| said("has no list of devices"))?;
    let extra = match rest.trim() {
        "" => 0,
        "last_tile_dim_replicate" => 1,
        other => match other.strip_prefix("last_tile_dims=") {
            Some(kinds) => kinds.split(',').count(),
            None => return Err(said(&format!("ends in `{other}`, which is not understood"))),
        },
    };
    if tiles.len() != rank + extra {
        return Err(said(&format!(
            "has {} tile dimensions for rank {rank}",
            tiles.len() - extra.min(tiles.len())
        )));
    }
    let runs = runs(&devices).ok_or_else(|| said("lists devices in no regular order"))?;
    let mut runs = runs.into_iter();
    let mut open: Option<(i64, i64)> = None;
    let mut sharding = whole(rank);
    for (d, &tile) in tiles.iter().enumerate() {
        let mut axes = Vec::new();
        let mut left = tile;
        while left > 1 {
            let (size, stride) = match open.take().or_else(|| runs.next()) {
                Some(run) => run,
                None => return Err(said("lists too few devices")),
            };
            // The major part of a run that is longer than the tile.
            let taken = if left % size == 0 { size } else { left };
            if size % taken != 0 {
                return Err(said("cuts tiles out of the middle of the devices"));
            }
            let rest = size / taken;
            if rest > 1 {
                open = Some((rest, stride));
            }
            axes.extend(axes_of(mesh, taken, stride * rest).map_err(|what| said(&what))?);
            left /= taken;
        }
        if d < rank {
            sharding.dims[d].axes = axes.into();
        }
    }
    Ok(sharding)
}

/// The string of a state.
pub fn print(state: &State, grid: &Grid) -> String {
    if state.is_whole() {
        return "{replicated}".to_owned();
    }
    let used: Vec<usize> = state.0.concat();
    let unused: Vec<usize> =
        (0..grid.atoms.len()).filter(|&a| !state.uses(a) && grid.atoms[a].size > 1).collect();
    let order: Vec<usize> = used.iter().chain(&unused).copied().collect();
    let mut tiles: Vec<String> = state.0.iter().map(|axes| grid.parts(axes).to_string()).collect();
    if !unused.is_empty() {
        tiles.push(grid.parts(&unused).to_string());
    }
    let mut text = format!("{{devices=[{}]", tiles.join(","));
    // Places that are listed as they are, or transposed.
    let real: Vec<usize> = (0..grid.atoms.len()).filter(|&a| grid.atoms[a].size > 1).collect();
    if grid.mesh.device_ids.is_some() {
        let devices: Vec<String> = grid.groups(&order)[0].iter().map(i64::to_string).collect();
        text += &devices.join(",");
    } else if order == real {
        _ = write!(text, "<=[{}]", grid.devices());
    } else {
        let sizes: Vec<String> = real.iter().map(|&a| grid.atoms[a].size.to_string()).collect();
        let place = |a: &usize| real.iter().position(|r| r == a).unwrap_or(0).to_string();
        let permutation: Vec<String> = order.iter().map(place).collect();
        _ = write!(text, "<=[{}]T({})", sizes.join(","), permutation.join(","));
    }
    text += if unused.is_empty() { "}" } else { " last_tile_dim_replicate}" };
    text
}

/// `[1,2]` and the text behind it.
fn numbers(text: &str) -> Option<(Vec<i64>, &str)> {
    let (list, rest) = text.strip_prefix('[')?.split_once(']')?;
    Some((list.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?, rest))
}

/// The devices of tiles, and the text behind them.
fn devices(text: &str, total: i64) -> Option<(Vec<i64>, &str)> {
    let Some(iota) = text.strip_prefix("<=") else {
        let end = text.find(' ').unwrap_or(text.len());
        let list: Option<Vec<i64>> = text[..end].split(',').map(|n| n.parse().ok()).collect();
        return Some((list.filter(|l| l.len() as i64 == total)?, &text[end..]));
    };
    let (sizes, mut rest) = numbers(iota)?;
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    if let Some(transposed) = rest.strip_prefix("T(") {
        let (list, behind) = transposed.split_once(')')?;
        order = list.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
        rest = behind;
    }
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..sizes.len()) || sizes.iter().any(|&n| n < 1) {
        return None;
    }
    if sizes.iter().product::<i64>() != total {
        return None;
    }
    let stride = |at: usize| sizes[at + 1..].iter().product::<i64>();
    let mut all = vec![0];
    for at in order {
        let steps = |base: i64| (0..sizes[at]).map(move |i| (base, i));
        all = all.into_iter().flat_map(steps).map(|(base, i)| base + i * stride(at)).collect();
    }
    Some((all, rest))
}

/// A list as a product of runs, sizes and strides, major to minor.
pub(super) fn runs(list: &[i64]) -> Option<Vec<(i64, i64)>> {
    let mut found = Vec::new();
    let mut rest: Vec<i64> = list.to_vec();
    if rest.first() != Some(&0) {
        return None;
    }
    while rest.len() > 1 {
        let stride = rest[1];
        let run = rest.iter().enumerate().take_while(|&(i, &x)| x == i as i64 * stride).count();
        // The longest run that divides the list evenly.
        let run = (2..=run).rev().find(|n| rest.len().is_multiple_of(*n))?;
        let regular = rest
            .chunks(run)
            .all(|chunk| chunk.iter().enumerate().all(|(i, &x)| x == chunk[0] + i as i64 * stride));
        if !regular || stride < 1 {
            return None;
        }
        found.push((run as i64, stride));
        rest = rest.into_iter().step_by(run).collect();
    }
    found.reverse();
    Some(found)
}

/// The axes of a mesh that a run of places goes along, major to minor.
pub(super) fn axes_of(mesh: &Mesh, mut size: i64, mut stride: i64) -> Result<Vec<AxisRef>, String> {
    let mut axes = Vec::new();
    let mut inner = 1;
    for (name, all) in mesh.axes.iter().rev() {
        let end = inner * all;
        if size > 1 && stride >= inner && stride < end {
            let behind = stride / inner;
            let room = if all % behind == 0 { all / behind } else { 0 };
            let taken = if room > 0 && size % room == 0 { room } else { size };
            if room == 0 || room % taken != 0 || stride % inner != 0 {
                return Err(format!("does not follow axis \"{name}\" of the mesh"));
            }
            let part = (taken != *all).then_some((room / taken, taken));
            axes.push(AxisRef { name: name.clone(), part });
            size /= taken;
            stride = end;
        }
        inner = end;
    }
    if size > 1 {
        return Err("does not follow the axes of the mesh".to_owned());
    }
    axes.reverse();
    Ok(axes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(axes: &[(&str, i64)]) -> Mesh {
        let axes = axes.iter().map(|&(name, size)| (name.into(), size)).collect();
        Mesh { axes, device_ids: None }
    }

    fn read(text: &str, rank: usize, axes: &[(&str, i64)]) -> Result<String, String> {
        let name = SdyMeshRef::Symbol("mesh".into());
        parse(text, rank, &name, &mesh(axes)).map(|s| s.to_string())
    }

    #[test]
    fn strings_are_shardings_over_a_mesh() {
        let xy = [("x", 2), ("y", 4)];
        let of = |text, rank| read(text, rank, &xy).expect("a sharding");
        assert_eq!(of("{replicated}", 2), "<@mesh, [{}, {}]>");
        assert_eq!(of("{devices=[8,1]<=[8]}", 2), r#"<@mesh, [{"x", "y"}, {}]>"#);
        assert_eq!(of("{devices=[2,4]<=[8]}", 2), r#"<@mesh, [{"x"}, {"y"}]>"#);
        assert_eq!(of("{devices=[4,2]<=[2,4]T(1,0)}", 2), r#"<@mesh, [{"y"}, {"x"}]>"#);
        assert_eq!(
            of("{devices=[2,1,4]<=[8] last_tile_dim_replicate}", 2),
            r#"<@mesh, [{"x"}, {}]>"#
        );
        assert_eq!(of("{devices=[4,2]<=[8]}", 2), r#"<@mesh, [{"x", "y":(1)2}, {"y":(2)2}]>"#);
        assert_eq!(of("{devices=[2,4]0,1,2,3,4,5,6,7}", 2), r#"<@mesh, [{"x"}, {"y"}]>"#);
        assert_eq!(of("{devices=[4,2]0,4,1,5,2,6,3,7}", 2), r#"<@mesh, [{"y"}, {"x"}]>"#);
        assert_eq!(
            read("{devices=[2,2]<=[4]}", 2, &[("d", 4)]).expect("a sharding"),
            r#"<@mesh, [{"d":(1)2}, {"d":(2)2}]>"#
        );
    }

    #[test]
    fn wrong_strings_are_told() {
        let of = |text| read(text, 2, &[("x", 4)]).expect_err("an error");
        assert!(of("{devices=[2,1]<=[2]}").contains("is over 2 devices, the mesh has 4"));
        assert!(of("{devices=[4]<=[4]}").contains("has 1 tile dimensions for rank 2"));
        assert!(of("{maximal device=0}").contains("is none of"));
        assert!(of("{devices=[2,2]0,3,1,2}").contains("no regular order"));
        assert!(of("devices").contains("no braces"));
    }

    #[test]
    fn states_are_printed_and_read_back() {
        let mesh = mesh(&[("x", 2), ("y", 4), ("z", 3)]);
        let name = SdyMeshRef::Symbol("mesh".into());
        let used = AxisRef { name: "y".into(), part: Some((1, 2)) };
        let grid = Grid::new(name.clone(), mesh.clone(), [&used]).expect("a grid");
        let count = grid.atoms.len();
        let mut seen = 0;
        for i in 0..count {
            for j in (0..count).filter(|&j| j != i) {
                for k in (0..count).filter(|&k| k != i && k != j) {
                    let states = [
                        vec![vec![i], vec![j, k]],
                        vec![vec![], vec![k]],
                        vec![vec![k, j], vec![]],
                    ];
                    for state in states.map(State) {
                        let text = print(&state, &grid);
                        let read = parse(&text, 2, &name, &mesh).expect("a sharding");
                        for (dim, want) in read.dims.iter().zip(&state.0) {
                            let atoms: Vec<usize> = dim
                                .axes
                                .iter()
                                .flat_map(|axis| grid.atoms_of(axis).expect("atoms"))
                                .collect();
                            assert_eq!(&atoms, want, "{text}");
                        }
                        seen += 1;
                    }
                }
            }
        }
        assert_eq!(seen, count * (count - 1) * (count - 2) * 3);
    }
}
