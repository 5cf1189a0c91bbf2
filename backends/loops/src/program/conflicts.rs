//! Tasks that run at the same time and access the same memory, which is a mistake.

use super::tasks::{Order, Task};
use super::{Buffer, BufferId, Program, Space, Uses};

/// Whether two buffers have memory in common.
fn overlap(a: (BufferId, &Buffer), b: (BufferId, &Buffer)) -> bool {
    if a.0 == b.0 {
        return true;
    }
    match (&a.1.space, &b.1.space) {
        (Space::Arena(x), Space::Arena(y)) => x < &(y + b.1.bytes()) && y < &(x + a.1.bytes()),
        _ => false,
    }
}

/// Two tasks that may run at the same time, and a buffer that one of them writes while the other
/// accesses it, or memory that it shares. `None` if there are none.
pub(super) fn conflict(program: &Program, tasks: &[Task]) -> Option<(usize, usize, BufferId)> {
    struct Accesses {
        buffer: BufferId,
        by: Vec<(usize, bool)>,
    }
    let mut touched: Vec<Accesses> = Vec::new();
    for (number, task) in tasks.iter().enumerate() {
        let uses = Uses::of(&task.body, &[]);
        for &buffer in uses.buffers.iter().filter(|buffer| !uses.made.contains(buffer)) {
            let access = (number, uses.written.contains(&buffer));
            match touched.iter_mut().find(|it| it.buffer == buffer) {
                Some(known) => known.by.push(access),
                None => touched.push(Accesses { buffer, by: vec![access] }),
            }
        }
    }
    let order = Order::of(tasks);
    for (at, a) in touched.iter().enumerate() {
        for b in &touched[at..] {
            let (x, y) = (program.buffer(a.buffer), program.buffer(b.buffer));
            if !overlap((a.buffer, x), (b.buffer, y)) {
                continue;
            }
            for &(first, writes) in &a.by {
                for &(second, too) in &b.by {
                    if (writes || too) && !order.ordered(first, second) {
                        return Some((first.min(second), first.max(second), a.buffer));
                    }
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program of these tasks over an argument `@x`, a result `@y` and two temporaries that share
    /// memory.
    fn program(tasks: &str) -> Result<Program, String> {
        let text = format!(
            "program @p {{
               argument 0 @x : f32[4]
               result 0 @y : f32[4]
               arena 0 @s : f32[32]
               arena 64 @t : f32[4]
               tasks {{ {tasks} }}
             }}"
        );
        let program = crate::text::parse(&text).map_err(|error| error.to_string())?;
        program.verify().map(|()| program).map_err(|error| error.problem)
    }

    const READ: &str = "copy 4 units from @x[0] to @s[0]";
    const WRITE: &str = "copy 4 units from @s[0] to @y[0]";

    #[test]
    fn mistakes_are_told() {
        let told = |tasks: &str, want: &str| match program(tasks) {
            Ok(program) => panic!("{program} does not say {want:?}"),
            Err(problem) => assert!(problem.contains(want), "{problem:?} does not say {want:?}"),
        };
        let two = |after: &str, body: &str| {
            format!("task 0 on 0 {{ {READ} }} task 1 on 1 {after} {{ {body} }}")
        };
        let same = "tasks 0 and 1 may run at the same time, and one writes the memory of @s";
        program(&two("after 0", WRITE)).unwrap();
        program(&two("", "copy 4 units from @x[0] to @y[0]")).unwrap();
        told(&two("", WRITE), same);
        // Bytes 64 to 80 are @s's and @t's.
        program(&two("after 0", "copy 4 units from @x[0] to @t[0]")).unwrap();
        told(&two("", "copy 4 units from @x[0] to @t[0]"), same);
        told(&two("after 1", WRITE), "task 1 waits for task 1, not an earlier one");
        told("task 1 on 0 { }", "task 1 stands where task 0 must");
        told("task 0 on 64 { }", "task 0 is on core 64; there are 64");
        told("task 0 on 0 { tasks { } }", "statements other than kernels and copies");
        let assert = "%t : i1 = const true assert %t \"no\"";
        told(&format!("task 0 on 0 {{ {assert} }}"), "other than kernels and copies");
        let kernel =
            format!("kernel \"k\" reads 0 writes 0 flops 0 special 0 integer 0 {{ {assert} }}");
        told(&format!("task 0 on 0 {{ {kernel} }}"), "an assert inside a parallel loop");
    }

    #[test]
    fn values_from_around_tasks_are_not_known_in_them() {
        let text = "program @p {
            result 0 @y : i64[1]
            %n : i64 = const 0
            tasks { task 0 on 0 { copy %n units from @y[0] to @y[0] } }
          }";
        let program = crate::text::parse(text).map_err(|error| error.to_string());
        let problem = program.and_then(|p| p.verify().map_err(|error| error.problem));
        assert!(problem.unwrap_err().contains("%n is not known where it is used"));
    }
}
