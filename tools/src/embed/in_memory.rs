//! Runs on bytes: no views, no checks of types, donated arguments in the memory of their results.

use super::{Error, Program, has_size, is_open};

impl Program {
    /// Whether [`Program::run_bytes`] runs the program: all arguments and results are row-major
    /// tensors of known size, and the program has no checks.
    pub fn is_plain(&self) -> bool {
        let sized = |ty: &hloom_ir::Type| has_size(*ty) && !is_open(*ty);
        let all = self.inputs().iter().chain(self.outputs()).all(sized);
        all && self.code(&[]).is_ok_and(|code| code.is_plain() && code.is_row_major())
    }

    /// Runs the program on the elements of its arguments, as a
    /// [`Literal`](hloom_ir::Literal) stores them, and writes those of its results. A donated
    /// argument ([`Program::donated`]) may be empty: its elements are then in the memory of its
    /// result.
    ///
    /// # Errors
    /// If the program is not [plain](Program::is_plain), memory has the wrong size, or the run
    /// fails.
    pub fn run_bytes(&self, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<(), Error> {
        let code = self.code(&[])?;
        if !code.is_plain() {
            let why = "the program has results of unknown size or checks; use `run`";
            return Err(Error::Input(why.to_owned()));
        }
        let options = self.host_options();
        let ran = code.run_on(inputs, Vec::new(), outputs, self.pool(), &options);
        ran.map(|_| ()).map_err(|error| error.within(self.text.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, compile};

    #[test]
    fn a_donated_argument_may_lie_in_its_result() {
        let text = "func.func @main(%x: tensor<4xi32> {tf.aliasing_output = 0 : i32},
                                    %y: tensor<4xi32>) -> tensor<4xi32> {
              %z = stablehlo.add %x, %y : tensor<4xi32>
              return %z : tensor<4xi32>
            }";
        let program = compile(text, Options::default()).unwrap();
        assert!(program.is_plain());
        assert_eq!(program.donated(), [Some(0), None]);
        let (mut there, y) = ([1i32, 2, 3, 4], [10i32, 20, 30, 40]);
        let y = bytemuck::bytes_of(&y);
        program.run_bytes(&[&[], y], &mut [bytemuck::bytes_of_mut(&mut there)]).unwrap();
        assert_eq!(there, [11, 22, 33, 44]);
        let refused = program.run_bytes(&[&[], &[]], &mut [&mut [0; 16]]).unwrap_err();
        assert!(refused.to_string().contains("argument 1") || !refused.to_string().is_empty());
    }
}
