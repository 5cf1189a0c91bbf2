// RUN: hloom opt --list-passes | hloom check %s --check-prefix=PASSES
// RUN: hloom opt --list-rules | hloom check %s --check-prefix=RULES

// PASSES:      canonicalize
// PASSES-NEXT: fast
// PASSES:      cse
// RULES:       add-zero{{ +}}add(x, 0)
// RULES:       transpose-transpose{{ +}}transpose(transpose(x, {p}), {q})
