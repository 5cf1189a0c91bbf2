// A pipeline or a name that is wrong is shown with its place, and what was meant.

// RUN: not hloom opt %s --passes=cse,canonicalise 2>&1 | hloom check %s --check-prefix=PASS
// PASS:      error: there is no pass `canonicalise`; did you mean `canonicalize`?
// PASS-NEXT: | cse,canonicalise
// PASS-NEXT: |     ^^^^^^^^^^^^

// RUN: not hloom opt %s --passes=func(cse 2>&1 | hloom check %s --check-prefix=END
// END:      error: the pipeline ends too early
// END-NEXT: | func(cse
// END-NEXT: |         ^

// RUN: not hloom opt %s --canonicalize=fist=true 2>&1 | hloom check %s --check-prefix=OPTION
// OPTION: error: `canonicalize` has no option `fist`; did you mean `fast`?

// RUN: not hloom opt %s --canonicalize=fast=perhaps 2>&1 | hloom check %s --check-prefix=VALUE
// VALUE: error: pass `canonicalize`: option `fast` must be `true` or `false`, not `perhaps`

// RUN: not hloom opt %s --disable-rule=ad-zero 2>&1 | hloom check %s --check-prefix=RULE
// RULE: error: there is no rule `ad-zero`; did you mean `add-zero`?

// RUN: not hloom opt %s --print-ir-after=cze 2>&1 | hloom check %s --check-prefix=DUMP
// DUMP: error: there is no pass `cze`; did you mean `cse`?

func.func @f() {
  return
}
