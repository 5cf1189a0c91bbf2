//! Programs that are interpreted at first have the bits of their code.

use super::{as_file, inputs_of};
use hloom::{Options, Tiered};
use hloom_ir::Literal;
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::sampling::{program, same};

/// The results of a run on bytes.
fn run(program: &Tiered, inputs: &[Literal]) -> Result<Vec<Literal>, String> {
    let inputs: Vec<Literal> = inputs.iter().map(Literal::expanded).collect();
    let bytes: Vec<&[u8]> = inputs.iter().map(Literal::bytes).collect();
    let zeros = program.outputs().iter().map(|&ty| Literal::zeros(ty).map_err(|e| e.to_string()));
    let mut outputs = zeros.collect::<Result<Vec<Literal>, String>>()?;
    let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(|x| x.as_mut_slice::<u8>()).collect();
    program.run_bytes(&bytes, &mut slices).map_err(|error| error.to_string())?;
    Ok(outputs)
}

#[test]
fn campaign_interpreted_programs_have_the_bits_of_their_code() {
    let mut interpreted = 0;
    for seed in seeds(150) {
        let mut random = Random::new(seed);
        let size = 1 + random.below(8);
        let sample = program(&mut random, size);
        let inputs = inputs_of(&sample.module, &mut random);
        let first = Tiered::new(sample.module.clone(), Options::default(), true);
        let Ok(first) = first else { continue };
        if !first.is_interpreted() {
            continue;
        }
        interpreted += 1;
        let code = Tiered::new(sample.module.clone(), Options::default(), false);
        let fail = |why: &str| -> ! { panic!("{}", as_file(&sample, &inputs, why)) };
        let code = code.unwrap_or_else(|error| fail(&error.to_string()));
        let want = run(&code, &inputs).unwrap_or_else(|error| fail(&error));
        let found = run(&first, &inputs).unwrap_or_else(|error| fail(&error));
        for (i, (found, want)) in found.iter().zip(&want).enumerate() {
            if !same(found, want) {
                fail(&format!("result {i}: interpreted {found}, but code gives {want}"));
            }
        }
    }
    assert!(interpreted > 15, "{interpreted}");
}
