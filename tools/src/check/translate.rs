//! Expressions in the syntax of the `regex` crate, which finds where a match can begin.

use std::fmt::Write;

use super::ere::Node;

/// Expressions up to this size are compiled without trouble.
pub(super) const SMALL: usize = 1000;

/// The number of single bytes that an expression matches at most, each part of a repetition
/// counted as often as it may be repeated.
pub(super) fn size(node: &Node) -> usize {
    match node {
        Node::Set(_) | Node::LineStart | Node::LineEnd | Node::Back(_) => 1,
        Node::Group(_, inside) => size(inside),
        Node::Repeat(inside, min, max) => {
            size(inside).saturating_mul(max.unwrap_or(*min).max(1) as usize)
        }
        Node::Seq(parts) | Node::Alt(parts) => {
            parts.iter().map(size).fold(1, usize::saturating_add)
        }
    }
}

/// Notes the inside of each group.
pub(super) fn find_groups<'n>(node: &'n Node, groups: &mut [Option<&'n Node>]) {
    match node {
        Node::Group(number, inside) => {
            groups[*number] = Some(inside);
            find_groups(inside, groups);
        }
        Node::Repeat(inside, ..) => find_groups(inside, groups),
        Node::Seq(parts) | Node::Alt(parts) => {
            parts.iter().for_each(|part| find_groups(part, groups));
        }
        Node::Set(_) | Node::LineStart | Node::LineEnd | Node::Back(_) => {}
    }
}

/// Writes an expression in the syntax of the `regex` crate. A back-reference
/// becomes the group's own expression, or "anything" where that is not known: what is
/// found is a place where a match could begin. `here` says that the text stands where the
/// expression does; what a group matched at the end of a line may stand elsewhere again.
pub(super) fn translate(node: &Node, groups: &[Option<&Node>], here: bool, out: &mut String) {
    match node {
        Node::Set(set) => {
            out.push('[');
            let mut byte = 0u16;
            let mut any = false;
            while byte < 256 {
                let first = byte;
                while byte < 256 && set.contains(byte as u8) {
                    byte += 1;
                }
                if byte > first {
                    any = true;
                    let _ = write!(out, "\\x{first:02x}-\\x{:02x}", byte - 1);
                }
                byte += 1;
            }
            out.push(']');
            if !any {
                // No byte at all: `regex` writes that so.
                out.truncate(out.len() - 2);
                out.push_str("[^\\x00-\\xff]");
            }
        }
        Node::LineStart if here => out.push('^'),
        Node::LineEnd if here => out.push('$'),
        Node::LineStart | Node::LineEnd => {}
        Node::Group(_, inside) => {
            out.push_str("(?:");
            translate(inside, groups, here, out);
            out.push(')');
        }
        Node::Back(number) => match groups.get(*number).copied().flatten() {
            Some(inside) => {
                out.push_str("(?:");
                translate(inside, groups, false, out);
                out.push(')');
            }
            None => out.push_str("[\\x00-\\xff]*"),
        },
        Node::Repeat(inside, min, max) => {
            out.push_str("(?:");
            translate(inside, groups, here, out);
            let _ = match (min, max) {
                (0, None) => write!(out, ")*"),
                (1, None) => write!(out, ")+"),
                (min, None) => write!(out, "){{{min},}}"),
                (min, Some(max)) => write!(out, "){{{min},{max}}}"),
            };
        }
        Node::Seq(parts) => parts.iter().for_each(|part| translate(part, groups, here, out)),
        Node::Alt(branches) => {
            out.push_str("(?:");
            for (index, branch) in branches.iter().enumerate() {
                if index > 0 {
                    out.push('|');
                }
                translate(branch, groups, here, out);
            }
            out.push(')');
        }
    }
}
