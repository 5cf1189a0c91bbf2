//! Typed options of passes.
//!
//! A pass declares its options once, as a struct with documented fields and defaults:
//!
//! ```
//! hloom_passes::options! {
//!     /// Options of a pass.
//!     pub struct Options {
//!         /// Fold constants.
//!         fold: bool = true, "fold";
//!         /// The largest constant that folding makes, in bytes.
//!         fold_limit: usize = 1 << 20, "fold-limit";
//!     }
//! }
//! ```
//!
//! The struct implements [`PassOptions`], which checks and parses pipelines and prints the
//! documentation with the defaults. A pass reads all of its options by one call of
//! [`Context::options`](crate::context::Context::options).

use std::fmt::Display;

/// The documentation of a pass option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDef {
    /// The name in pipelines.
    pub name: &'static str,
    /// A sentence on what it does.
    pub summary: String,
    /// The default as it would be written; empty if there is none.
    pub default: String,
}

impl OptionDef {
    /// The summary with the default in parentheses before its full stop.
    pub fn doc(&self) -> String {
        let summary = self.summary.trim_end_matches('.');
        match self.default.as_str() {
            "" => format!("{summary}."),
            default => format!("{summary} ({default})."),
        }
    }
}

/// The options of a pass.
pub trait PassOptions: Default {
    /// The options, in the order of the documentation.
    fn definitions() -> Vec<OptionDef>;

    /// Sets an option from its text.
    ///
    /// # Errors
    /// A sentence, if the option does not exist or the value is invalid.
    fn set(&mut self, name: &str, text: &str) -> Result<(), String>;
}

/// A type of option values.
pub trait OptionValue: Sized {
    /// Parses a value.
    fn read(text: &str) -> Option<Self>;

    /// A description of valid texts, such as "a number".
    fn expected() -> String;

    /// The value as text; empty if no value is given.
    fn write(&self) -> String;
}

impl OptionValue for bool {
    fn read(text: &str) -> Option<bool> {
        text.parse().ok()
    }

    fn expected() -> String {
        "`true` or `false`".to_owned()
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for usize {
    fn read(text: &str) -> Option<usize> {
        text.parse().ok()
    }

    fn expected() -> String {
        "a number".to_owned()
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for String {
    fn read(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn expected() -> String {
        "a text".to_owned()
    }

    fn write(&self) -> String {
        self.clone()
    }
}

impl<T: OptionValue> OptionValue for Option<T> {
    fn read(text: &str) -> Option<Option<T>> {
        T::read(text).map(Some)
    }

    fn expected() -> String {
        T::expected()
    }

    fn write(&self) -> String {
        self.as_ref().map_or_else(String::new, T::write)
    }
}

/// Parses the value of an option.
///
/// # Errors
/// A sentence, if the text is invalid.
pub fn read<T: OptionValue>(name: &str, text: &str) -> Result<T, String> {
    T::read(text).ok_or_else(|| format!("option `{name}` must be {}, not `{text}`", T::expected()))
}

/// Lists names in a sentence: "a, b or c".
pub fn one_of<T: Display>(names: &[T]) -> String {
    let mut text = String::new();
    for (i, name) in names.iter().enumerate() {
        let between = match names.len() - i {
            _ if i == 0 => "",
            1 => " or ",
            _ => ", ",
        };
        text += &format!("{between}{name}");
    }
    text
}

/// Declares the options struct of a pass: see the [module](mod@crate::options).
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Options:ident {
            $( $(#[doc = $doc:literal])+ $field:ident: $ty:ty = $default:expr, $name:literal; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        $vis struct $Options {
            $( $(#[doc = $doc])+ pub $field: $ty, )*
        }

        impl Default for $Options {
            fn default() -> Self {
                $Options { $( $field: $default, )* }
            }
        }

        impl $crate::options::PassOptions for $Options {
            fn definitions() -> Vec<$crate::options::OptionDef> {
                let defaults = Self::default();
                vec![ $( $crate::options::OptionDef {
                    name: $name,
                    summary: [$($doc.trim()),+].join(" "),
                    default: $crate::options::OptionValue::write(&defaults.$field),
                }, )* ]
            }

            fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
                match name {
                    $( $name => self.$field = $crate::options::read(name, text)?, )*
                    _ => return Err(format!("there is no option `{name}`")),
                }
                Ok(())
            }
        }
    };
}

/// Declares an enum of option values, each with its text.
#[macro_export]
macro_rules! option_values {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Values:ident {
            $( $(#[$value:meta])* $Case:ident = $text:literal, )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $Values {
            $( $(#[$value])* $Case, )+
        }

        impl $crate::options::OptionValue for $Values {
            fn read(text: &str) -> Option<Self> {
                match text {
                    $( $text => Some($Values::$Case), )+
                    _ => None,
                }
            }

            fn expected() -> String {
                $crate::options::one_of(&[$($text),+])
            }

            fn write(&self) -> String {
                match self {
                    $( $Values::$Case => $text.to_owned(), )+
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    option_values! {
        /// Colours.
        enum Colour {
            /// Red.
            Red = "red",
            /// Green.
            Green = "green",
            /// Blue.
            Blue = "blue",
        }
    }

    options! {
        /// Options of a test.
        struct Sample {
            /// Do it
            /// twice.
            twice: bool = false, "twice";
            /// The limit.
            limit: usize = 1 << 4, "the-limit";
            /// The colour.
            colour: Colour = Colour::Green, "colour";
            /// The name.
            name: Option<String> = None, "name";
        }
    }

    #[test]
    fn defaults_stand_once_and_are_printed() {
        let docs: Vec<String> = Sample::definitions().iter().map(OptionDef::doc).collect();
        assert_eq!(
            docs,
            ["Do it twice (false).", "The limit (16).", "The colour (green).", "The name."]
        );
        let it = Sample::default();
        assert!(!it.twice && it.limit == 16 && it.colour == Colour::Green && it.name.is_none());
    }

    #[test]
    fn texts_are_read_or_refused_by_type() {
        let mut it = Sample::default();
        for (name, text) in
            [("twice", "true"), ("the-limit", "3"), ("colour", "blue"), ("name", "x")]
        {
            it.set(name, text).expect("it fits");
        }
        assert_eq!(
            it,
            Sample { twice: true, limit: 3, colour: Colour::Blue, name: Some("x".into()) }
        );
        let mut refused = |name, text| it.set(name, text).expect_err("it does not fit");
        assert_eq!(refused("twice", "yes"), "option `twice` must be `true` or `false`, not `yes`");
        assert_eq!(refused("the-limit", "-1"), "option `the-limit` must be a number, not `-1`");
        assert_eq!(
            refused("colour", "pink"),
            "option `colour` must be red, green or blue, not `pink`"
        );
        assert_eq!(refused("other", ""), "there is no option `other`");
        assert_eq!(Colour::Red.write(), "red");
    }
}
