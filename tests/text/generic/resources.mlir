// What nobody reads stays behind the program.
"builtin.module"() ({
  "x.y"() {k = #a.b<x>, r = dense_resource<other> : vector<2xi8>} : () -> ()
}) : () -> ()
{-#
  dialect_resources: {
    builtin: {
      other: "0x010000000102"
    }
  }
#-}
