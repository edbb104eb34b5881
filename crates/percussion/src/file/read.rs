//! From TOML to values that know their place, and from these to the structures of
//! [`super::spec`], collecting every mistake on the way.

use super::diagnostics::{Diagnostics, Source, Span};
use toml::de::{DeTable, DeValue};
use toml::Spanned;

/// Longest file, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// The value.
    pub value: Tree,
}

/// What can stand in a file.
#[derive(Clone, Debug)]
pub enum Tree {
    /// Text.
    Text(String),
    /// An integer or a float.
    Number(f64),
    /// true or false.
    Bool(bool),
    /// A list.
    List(Vec<Node>),
    /// A table: keys with their places.
    Table(Vec<(String, Span, Node)>),
    /// A date or time, which no key takes.
    Date,
}

impl Tree {
    fn kind(&self) -> &'static str {
        match self {
            Tree::Text(_) => "a text",
            Tree::Number(_) => "a number",
            Tree::Bool(_) => "true or false",
            Tree::List(_) => "a list",
            Tree::Table(_) => "a table",
            Tree::Date => "a date",
        }
    }
}

/// Parse a file: the table, as far as it can be read. Mistakes of syntax go to `d`.
pub fn parse(name: &str, text: &str, d: &mut Diagnostics) -> Node {
    let file = d.sources.len();
    d.sources.push(Source { name: name.into(), text: text.into() });
    let whole = Span { file, start: 0, end: text.len() };
    if text.len() > MAX_BYTES {
        d.add(Span { file, start: 0, end: 0 }, "the file is too long", "at most 4 MB");
        return Node { span: whole, value: Tree::Table(Vec::new()) };
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    for e in errors {
        let at = e.span().unwrap_or(0..0);
        let span = Span { file, start: at.start, end: at.end };
        d.add(span, format!("syntax: {}", e.message().replace('\n', "; ")), "here");
    }
    Node { span: Span { file, start: 0, end: 0 }, value: table_tree(table.into_inner(), file) }
}

fn span(r: std::ops::Range<usize>, file: usize) -> Span {
    Span { file, start: r.start, end: r.end }
}

fn table_tree(t: DeTable, file: usize) -> Tree {
    let mut keys: Vec<(String, Span, Node)> = t
        .into_iter()
        .map(|(k, v)| (k.get_ref().to_string(), span(k.span(), file), tree(v, file)))
        .collect();
    keys.sort_by_key(|(_, s, _)| s.start);
    Tree::Table(keys)
}

fn tree(v: Spanned<DeValue>, file: usize) -> Node {
    let at = span(v.span(), file);
    let value = match v.into_inner() {
        DeValue::String(s) => Tree::Text(s.to_string()),
        DeValue::Integer(i) => {
            let digits = i.as_str();
            let plain = digits.parse::<f64>().ok().filter(|_| i.radix() == 10);
            let other = || i64::from_str_radix(digits, i.radix()).ok().map(|v| v as f64);
            Tree::Number(plain.or_else(other).unwrap_or(f64::NAN))
        }
        DeValue::Float(x) => Tree::Number(x.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(b) => Tree::Bool(b),
        DeValue::Datetime(_) => Tree::Date,
        DeValue::Array(a) => Tree::List(a.into_iter().map(|v| tree(v, file)).collect()),
        DeValue::Table(t) => table_tree(t, file),
    };
    Node { span: at, value }
}

/// Something that can be read from a value.
pub trait Read: Sized {
    /// Read it; what is wrong goes to `d`.
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self>;
}

/// A field of a table.
pub trait Field: Sized {
    /// Read it from its value, if the key is there.
    fn field(node: Option<&Node>, key: &str, table: Span, d: &mut Diagnostics) -> Option<Self>;
}

impl<T: Read> Field for Option<T> {
    fn field(node: Option<&Node>, _: &str, _: Span, d: &mut Diagnostics) -> Option<Self> {
        Some(node.and_then(|n| T::read(n, d)))
    }
}

/// A field that must be there.
pub fn required<T: Read>(
    node: Option<&Node>,
    key: &str,
    at: Span,
    d: &mut Diagnostics,
) -> Option<T> {
    match node {
        Some(n) => T::read(n, d),
        None => {
            d.add(at, format!("the key '{key}' is missing"), format!("add {key} = ..."));
            None
        }
    }
}

fn wrong<T>(node: &Node, wanted: &str, d: &mut Diagnostics) -> Option<T> {
    let label = format!("this is {}", node.value.kind());
    d.add(node.span, format!("expected {wanted}"), label);
    None
}

impl<T: Read> Read for Vec<T> {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Tree::List(items) => Some(items.iter().filter_map(|n| T::read(n, d)).collect()),
            Tree::Table(keys) => {
                drop_name(keys, d);
                wrong(node, "a list; of tables: [[name]] with two brackets", d)
            }
            _ => wrong(node, "a list", d),
        }
    }
}

impl Read for bool {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        match node.value {
            Tree::Bool(b) => Some(b),
            _ => wrong(node, "true or false", d),
        }
    }
}

/// A text with its place.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// Where it stands, without the quotes.
    pub span: Span,
    /// The text.
    pub text: String,
}

/// The place of a text without its quotes.
fn inside(s: Span) -> Span {
    let trim = usize::from(s.end >= s.start + 2);
    Span { start: s.start + trim, end: s.end - trim, ..s }
}

impl Read for Text {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Tree::Text(t) => Some(Text { span: inside(node.span), text: t.clone() }),
            _ => wrong(node, "a text in quotes", d),
        }
    }
}

/// A number, or an expression as text.
#[derive(Clone, Debug)]
pub struct Number {
    /// Where it stands.
    pub span: Span,
    /// Its text.
    pub text: String,
    /// Its value, where it is a plain number.
    pub value: Option<f64>,
}

impl Read for Number {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Tree::Number(v) if v.is_finite() => {
                Some(Number { span: node.span, text: format!("{v}"), value: Some(*v) })
            }
            Tree::Number(_) => {
                d.add(node.span, "not a finite number", "expected a finite number");
                None
            }
            Tree::Text(t) => Some(Number { span: inside(node.span), text: t.clone(), value: None }),
            _ => wrong(node, "a number, or an expression in quotes", d),
        }
    }
}

/// A list of numbers or expressions.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Where it stands.
    pub span: Span,
    /// Its entries.
    pub items: Vec<Number>,
}

impl Read for Vector {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Tree::List(items) => {
                let n = items.len();
                let items: Vec<Number> = items.iter().filter_map(|i| Number::read(i, d)).collect();
                (items.len() == n).then_some(Vector { span: node.span, items })
            }
            _ => wrong(node, "a list of numbers", d),
        }
    }
}

/// A list of lists of numbers or expressions.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Where it stands.
    pub span: Span,
    /// Its rows.
    pub rows: Vec<Vector>,
}

impl Read for Rows {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        // numbers alone are one row: those who count rows tell what is wrong
        if let Tree::List(items) = &node.value {
            let flat = |n: &Node| matches!(n.value, Tree::Number(_) | Tree::Text(_));
            if !items.is_empty() && items.iter().all(flat) {
                let rows = Vector::read(node, d)?;
                return Some(Rows { span: node.span, rows: vec![rows] });
            }
        }
        let rows = Vec::<Vector>::read(node, d)?;
        Some(Rows { span: node.span, rows })
    }
}

/// A number or a list of them.
#[derive(Clone, Debug)]
pub struct OneOrMore(pub Vector);

impl Read for OneOrMore {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Tree::List(_) => Vector::read(node, d).map(OneOrMore),
            _ => {
                Number::read(node, d).map(|n| OneOrMore(Vector { span: node.span, items: vec![n] }))
            }
        }
    }
}

/// A table, or a list of them.
#[derive(Clone, Debug)]
pub struct Several<T> {
    /// Where it stands.
    pub span: Span,
    /// The tables.
    pub items: Vec<T>,
}

impl<T: Read> Read for Several<T> {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        let items = match &node.value {
            // of a list of something else is said once what it should be
            Tree::List(list) if list.iter().all(|n| matches!(n.value, Tree::Table(_))) => {
                Vec::<T>::read(node, d)?
            }
            _ => vec![T::read(node, d)?],
        };
        Some(Several { span: node.span, items })
    }
}

/// A node of a flexible body: `start`, `end`, or a number.
#[derive(Clone, Debug)]
pub struct NodeName {
    /// Where it stands.
    pub span: Span,
    /// Which one.
    pub which: NodePlace,
}

/// Which node is meant.
#[derive(Clone, Debug)]
pub enum NodePlace {
    /// The first.
    Start,
    /// The last.
    End,
    /// By its number or an expression.
    Index(Number),
}

impl Read for NodeName {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        let which = match &node.value {
            Tree::Text(t) if t == "start" => NodePlace::Start,
            Tree::Text(t) if t == "end" => NodePlace::End,
            Tree::Text(_) | Tree::Number(_) => NodePlace::Index(Number::read(node, d)?),
            _ => return wrong(node, "the number of a node, \"start\" or \"end\"", d),
        };
        Some(NodeName { span: node.span, which })
    }
}

/// A table whose keys are names of the user's.
#[derive(Clone, Debug)]
pub struct Named<T>(pub Vec<(Text, T)>);

impl<T: Read> Read for Named<T> {
    fn read(node: &Node, d: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Tree::Table(keys) => Some(Named(
                keys.iter()
                    .filter_map(|(k, s, n)| {
                        Some((Text { span: *s, text: k.clone() }, T::read(n, d)?))
                    })
                    .collect(),
            )),
            _ => wrong(node, "a table", d),
        }
    }
}

/// The keys of a table; a value of another kind is a mistake, and is answered with the keys there could be.
pub fn table<'a>(
    node: &'a Node,
    valid: &[&str],
    d: &mut Diagnostics,
) -> Option<&'a [(String, Span, Node)]> {
    match &node.value {
        Tree::Table(keys) => Some(keys),
        _ => {
            let more = if valid.len() > MANY_KEYS { ", ..." } else { "" };
            let keys = valid[..valid.len().min(MANY_KEYS)].join(" = ..., ");
            wrong(node, &format!("a table {{ {keys} = ...{more} }}"), d)
        }
    }
}

/// So many keys show what a table is.
const MANY_KEYS: usize = 4;

/// Remembers the name of an entry that could not be read, so that uses of it are not reported too.
///
/// The bodies it names are still looked up.
pub fn drop_name(keys: &[(String, Span, Node)], d: &mut Diagnostics) {
    let mut mention = |node: &Node| {
        if let Tree::Text(name) = &node.value {
            if !name.contains('{') {
                d.mentions.push((inside(node.span), name.clone()));
            }
        }
    };
    for (key, _, node) in keys {
        match (key.as_str(), &node.value) {
            ("body", _) => mention(node),
            ("bodies", Tree::List(list)) => list.iter().for_each(&mut mention),
            ("a" | "b" | "at", Tree::Table(frame)) => {
                frame.iter().filter(|(k, _, _)| k == "body").for_each(|(_, _, n)| mention(n));
            }
            _ => {}
        }
    }
    if let Some(Node { value: Tree::Text(name), .. }) = get(keys, "name") {
        d.dropped.push(name.clone());
    }
}

/// The value of a key.
pub fn get<'a>(keys: &'a [(String, Span, Node)], key: &str) -> Option<&'a Node> {
    keys.iter().find(|(k, _, _)| k == key).map(|(_, _, n)| n)
}

mod schema {
    use super::{Named, NodeName, Number, OneOrMore, Rows, Several, Text, Vector};
    use schemars::{json_schema, JsonSchema, Schema, SchemaGenerator};
    use std::borrow::Cow;

    macro_rules! leaf {
        ($type:ty, $name:literal, $($json:tt)+) => {
            impl JsonSchema for $type {
                fn schema_name() -> Cow<'static, str> {
                    $name.into()
                }
                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    json_schema!($($json)+)
                }
            }
        };
    }
    leaf!(Text, "Text", { "type": "string" });
    leaf!(Number, "Number", {
        "type": ["number", "string"],
        "description": "a number, or an expression in quotes"
    });
    leaf!(NodeName, "NodeName", {
        "type": ["number", "string"],
        "description": "the number of a node from 0, \"start\", \"end\", or an expression in quotes"
    });
    leaf!(Vector, "Vector", { "type": "array", "items": { "type": ["number", "string"] } });
    leaf!(Rows, "Rows", {
        "type": "array",
        "items": { "type": "array", "items": { "type": ["number", "string"] } }
    });
    leaf!(OneOrMore, "OneOrMore", {
        "type": ["number", "string", "array"],
        "items": { "type": ["number", "string"] }
    });
    impl<T: JsonSchema> JsonSchema for Several<T> {
        fn schema_name() -> Cow<'static, str> {
            format!("Several_{}", T::schema_name()).into()
        }
        fn json_schema(g: &mut SchemaGenerator) -> Schema {
            let inner = g.subschema_for::<T>();
            json_schema!({ "anyOf": [inner, { "type": "array", "items": inner }] })
        }
    }
    impl<T: JsonSchema> JsonSchema for Named<T> {
        fn schema_name() -> Cow<'static, str> {
            format!("Named_{}", T::schema_name()).into()
        }
        fn json_schema(g: &mut SchemaGenerator) -> Schema {
            let inner = g.subschema_for::<T>();
            json_schema!({ "type": "object", "additionalProperties": inner })
        }
    }
}

/// Defines a table of the file: a structure with a place, its reader and its schema. `!` marks a
/// key that must be there.
macro_rules! spec {
    ($(#[$m:meta])* $name:ident { $($(#[$fm:meta])* $field:ident $($req:literal)? : $ty:ty),* $(,)? }) => {
        $(#[$m])*
        #[derive(Clone, Debug, schemars::JsonSchema)]
        #[schemars(deny_unknown_fields)]
        pub struct $name {
            /// Where it stands.
            #[schemars(skip)]
            pub span: $crate::file::diagnostics::Span,
            $($(#[$fm])* pub $field: $ty,)*
        }
        impl $crate::file::read::Read for $name {
            fn read(
                node: &$crate::file::read::Node,
                d: &mut $crate::file::diagnostics::Diagnostics,
            ) -> Option<Self> {
                let valid = [$(stringify!($field).trim_start_matches("r#")),*];
                let keys = $crate::file::read::table(node, &valid, d)?;
                for (k, s, _) in keys {
                    if !valid.contains(&k.as_str()) {
                        d.unknown(*s, "key", k, valid.into_iter());
                    }
                }
                $(let $field = spec!(@field $($req)? node, keys, $field, d);)*
                let span = node.span;
                let result = (|| Some($name { span, $($field: $field?,)* }))();
                if result.is_none() {
                    $crate::file::read::drop_name(keys, d);
                }
                result
            }
        }
    };
    (@field $req:literal $node:ident, $keys:ident, $field:ident, $d:ident) => {{
        let name = stringify!($field).trim_start_matches("r#");
        $crate::file::read::required($crate::file::read::get($keys, name), name, $node.span, $d)
    }};
    (@field $node:ident, $keys:ident, $field:ident, $d:ident) => {{
        let name = stringify!($field).trim_start_matches("r#");
        let value = $crate::file::read::get($keys, name);
        $crate::file::read::Field::field(value, name, $node.span, $d)
    }};
}

/// Defines a word of a fixed list.
macro_rules! words {
    ($(#[$m:meta])* $name:ident { $($(#[$vm:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, schemars::JsonSchema)]
        pub enum $name {
            $($(#[$vm])* #[schemars(rename = $word)] $variant,)*
        }
        impl $name {
            /// The word.
            #[allow(dead_code)]
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }
        impl $crate::file::read::Read for $name {
            fn read(
                node: &$crate::file::read::Node,
                d: &mut $crate::file::diagnostics::Diagnostics,
            ) -> Option<Self> {
                let t = $crate::file::read::Text::read(node, d)?;
                match t.text.as_str() {
                    $($word => Some($name::$variant),)*
                    other => {
                        d.unknown(t.span, "word", other, [$($word),*].into_iter());
                        None
                    }
                }
            }
        }
    };
}
pub(crate) use {spec, words};
