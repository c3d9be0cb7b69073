//! The properties of one node, kept as the text they had in the file.
//!
//! One string a node, such as `B[dd]C[a joseki]`: nothing that another program wrote is lost, saving
//! copies, and a node with a move costs one small allocation. Readers scan it, which for the few
//! properties of a node is as fast as any table.

use super::ident::{Ident, known};
use super::value::{Value, end_of_value, unescape};
use crate::board::Color;
use std::borrow::Cow;

/// The properties of a node in the order of the file.
///
/// The text is always canonical: `NAME[value]…[value]NAME[value]…` without anything between.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Properties(Box<str>);

/// One property of a node: its name and the text of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property<'a> {
    name: Ident<'a>,
    /// From behind the first `[` to before the last `]`.
    inside: &'a str,
}

impl Properties {
    /// Properties with a move.
    pub fn of_move(color: Color, mv: crate::board::Move) -> Properties {
        Properties::default().with(move_name(color), &[Value::play(mv)])
    }

    /// Properties as written, such as `B[dd]C[text]` without spaces between, if they are well formed.
    pub fn parse(text: &str) -> Option<Properties> {
        is_canonical(text).then(|| Properties::from_canonical(text))
    }

    /// Takes a canonical text over. The reader of files makes sure that it is one.
    pub(super) fn from_canonical(text: impl Into<Box<str>>) -> Properties {
        let text = text.into();
        debug_assert!(is_canonical(&text), "{text}");
        Properties(text)
    }

    /// The whole text, as it is written behind the semicolon of the node.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the node has no property.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All properties in order.
    pub fn iter(&self) -> impl Iterator<Item = Property<'_>> + Clone {
        PropertyIter::new(&self.0)
    }

    /// The first property of that name.
    pub fn get(&self, name: Ident) -> Option<Property<'_>> {
        self.iter().find(|property| property.name == name)
    }

    /// Whether there is one of that name.
    pub fn contains(&self, name: Ident) -> bool {
        self.get(name).is_some()
    }

    /// The text of the first value of a property, for people.
    pub fn text(&self, name: Ident) -> Option<Cow<'_, str>> {
        self.get(name).map(|property| property.text())
    }

    /// All values of all properties of that name, as written: some files repeat a name in a node.
    pub fn values(&self, name: Ident) -> impl Iterator<Item = &str> {
        self.iter().filter(move |property| property.name == name).flat_map(|property| property.values())
    }

    /// The same with a property set: in the place of the first of that name, or at the end. Others
    /// of that name go. Without values the property goes.
    pub fn with(&self, name: Ident, values: &[Value]) -> Properties {
        let mut out = String::with_capacity(self.0.len() + 16);
        let mut due = !values.is_empty();
        for property in self.iter() {
            if property.name != name {
                property.write(&mut out);
            } else if std::mem::take(&mut due) {
                write_property(&mut out, name, values);
            }
        }
        if due {
            write_property(&mut out, name, values);
        }
        Properties(out.into())
    }

    /// The same without the properties of that name.
    pub fn without(&self, name: Ident) -> Properties {
        self.with(name, &[])
    }

    /// The same with a text for people; an empty one removes the property.
    pub fn with_text(&self, name: Ident, plain: &str) -> Properties {
        if plain.is_empty() { self.without(name) } else { self.with(name, &[Value::text(plain)]) }
    }

    /// The colour and the written value of the move of the node, if it has one.
    pub fn move_text(&self) -> Option<(Color, &str)> {
        self.iter().find_map(|property| {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            Some((color, property.first()))
        })
    }
}

/// `B` or `W`.
pub(super) const fn move_name(color: Color) -> Ident<'static> {
    match color {
        Color::Black => known::B,
        Color::White => known::W,
    }
}

fn write_property(out: &mut String, name: Ident, values: &[Value]) {
    out.push_str(name.as_str());
    for value in values {
        out.push('[');
        out.push_str(value.as_str());
        out.push(']');
    }
}

fn is_canonical(text: &str) -> bool {
    let mut rebuilt = String::with_capacity(text.len());
    for property in PropertyIter::new(text) {
        property.write(&mut rebuilt);
    }
    rebuilt == text
}

impl<'a> Property<'a> {
    /// From the name and what stands between the first and the last bracket.
    pub(super) fn new(name: &'a str, inside: &'a str) -> Property<'a> {
        Property { name: Ident::of(name), inside }
    }

    /// The name.
    pub fn name(&self) -> Ident<'a> {
        self.name
    }

    /// The values as written, at least one.
    pub fn values(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        ValueIter { rest: Some(self.inside) }
    }

    /// The first value as written.
    pub fn first(&self) -> &'a str {
        self.values().next().unwrap_or_default()
    }

    /// The first value as text for people.
    pub fn text(&self) -> Cow<'a, str> {
        unescape(self.first())
    }

    fn write(&self, out: &mut String) {
        out.push_str(self.name.as_str());
        out.push('[');
        out.push_str(self.inside);
        out.push(']');
    }
}

#[derive(Clone)]
struct PropertyIter<'a> {
    rest: &'a str,
}

impl<'a> PropertyIter<'a> {
    fn new(canonical: &'a str) -> Self {
        PropertyIter { rest: canonical }
    }
}

impl<'a> Iterator for PropertyIter<'a> {
    type Item = Property<'a>;

    fn next(&mut self) -> Option<Property<'a>> {
        let bytes = self.rest.as_bytes();
        let open = bytes.iter().position(|&byte| byte == b'[')?;
        let name = Ident::new(&self.rest[..open])?;
        let mut close = end_of_value(bytes, open + 1)?;
        while bytes.get(close + 1) == Some(&b'[') {
            close = end_of_value(bytes, close + 2)?;
        }
        let inside = &self.rest[open + 1..close];
        self.rest = &self.rest[close + 1..];
        Some(Property { name, inside })
    }
}

struct ValueIter<'a> {
    /// Inside of the brackets that are left.
    rest: Option<&'a str>,
}

impl<'a> Iterator for ValueIter<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        match end_of_value(rest.as_bytes(), 0) {
            Some(end) => {
                self.rest = rest.get(end + 2..);
                Some(&rest[..end])
            }
            None => {
                self.rest = None;
                Some(rest)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Point};

    #[test]
    fn a_property_is_replaced_where_it_stands() {
        let properties = Properties::from_canonical("B[dd]C[old\\]]SBKV[0.5][x]");
        let changed = properties.with_text(known::C, "new [1]");
        assert_eq!(changed.as_str(), "B[dd]C[new [1\\]]SBKV[0.5][x]");
        assert_eq!(changed.text(known::C).unwrap(), "new [1]");
        assert_eq!(changed.without(known::B).as_str(), "C[new [1\\]]SBKV[0.5][x]");
        assert_eq!(changed.with(known::N, &[Value::text("name")]).iter().count(), 4);
    }

    #[test]
    fn values_of_repeated_properties_are_read_together() {
        let properties = Properties::from_canonical("AB[aa][bb]C[x]AB[cc]");
        assert_eq!(properties.values(known::AB).collect::<Vec<_>>(), ["aa", "bb", "cc"]);
        assert_eq!(properties.with(known::AB, &[Value::point(Point::new(3, 3))]).as_str(), "AB[dd]C[x]");
    }

    #[test]
    fn a_pass_is_the_empty_value() {
        let pass = Properties::of_move(Color::White, Move::Pass);
        assert_eq!(pass.as_str(), "W[]");
        assert_eq!(pass.move_text(), Some((Color::White, "")));
        assert_eq!(Properties::default().move_text(), None);
    }
}
