//! A lockfile's syntax as a tree that knows where each node is in the text.
//!
//! JSON, the YAML of pnpm and yarn, and the format of yarn 1 are all read into it. A change takes the place from the
//! changed node and from those above it; the printers copy a node that still has its place from the text. So what did
//! not change stays as it was, to the byte.

use crate::value::Value;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Byte offsets in the text that the node was read from: from the first byte of the value to behind its last.
pub type Span = (usize, usize);

#[derive(Clone, Debug)]
pub struct Node {
    pub data: Data,
    /// `None`: made or changed since it was read.
    pub span: Option<Span>,
    /// Where it was read, also after a change: for messages.
    pub offset: usize,
}

#[derive(Clone, Debug)]
pub enum Data {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<Node>),
    Object(Vec<Member>),
}

#[derive(Clone, Debug)]
pub struct Member {
    pub name: String,
    /// Of the name as it is spelled in the text.
    pub name_span: Option<Span>,
    pub value: Node,
}

impl Node {
    pub fn new(data: Data) -> Node {
        Node { data, span: None, offset: 0 }
    }

    pub fn read(data: Data, span: Span) -> Node {
        Node { data, span: Some(span), offset: span.0 }
    }

    pub fn string(value: impl Into<String>) -> Node {
        Node::new(Data::String(value.into()))
    }

    pub fn object() -> Node {
        Node::new(Data::Object(Vec::new()))
    }

    pub fn from_value(value: &Value) -> Node {
        Node::new(match value {
            Value::Null => Data::Null,
            Value::Bool(value) => Data::Bool(*value),
            Value::Number(value) => Data::Number(value.clone()),
            Value::String(value) => Data::String(value.clone()),
            Value::Array(elements) => Data::Array(elements.iter().map(Node::from_value).collect()),
            Value::Object(members) => Data::Object(
                members
                    .iter()
                    .map(|(name, value)| Member { name: name.clone(), name_span: None, value: Node::from_value(value) })
                    .collect(),
            ),
        })
    }

    pub fn to_value(&self) -> Value {
        match &self.data {
            Data::Null => Value::Null,
            Data::Bool(value) => Value::Bool(*value),
            Data::Number(value) => Value::Number(value.clone()),
            Data::String(value) => Value::String(value.clone()),
            Data::Array(elements) => Value::Array(elements.iter().map(Node::to_value).collect()),
            Data::Object(members) => {
                Value::Object(members.iter().map(|member| (member.name.clone(), member.value.to_value())).collect())
            }
        }
    }

    /// True if both say the same, wherever they are; the order of members counts.
    pub fn says(&self, other: &Node) -> bool {
        match (&self.data, &other.data) {
            (Data::Null, Data::Null) => true,
            (Data::Bool(left), Data::Bool(right)) => left == right,
            (Data::Number(left), Data::Number(right)) | (Data::String(left), Data::String(right)) => left == right,
            (Data::Array(left), Data::Array(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(left, right)| left.says(right))
            }
            (Data::Object(left), Data::Object(right)) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .zip(right)
                        .all(|(left, right)| left.name == right.name && left.value.says(&right.value))
            }
            _ => false,
        }
    }

    pub fn members(&self) -> &[Member] {
        match &self.data {
            Data::Object(members) => members,
            _ => &[],
        }
    }

    pub fn elements(&self) -> &[Node] {
        match &self.data {
            Data::Array(elements) => elements,
            _ => &[],
        }
    }

    pub fn get(&self, name: &str) -> Option<&Node> {
        self.members().iter().find(|member| member.name == name).map(|member| &member.value)
    }

    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::String(value) => Some(value),
            _ => None,
        }
    }

    /// A string or a number as it is spelled: YAML's `1.0` is a version.
    pub fn as_scalar(&self) -> Option<&str> {
        match &self.data {
            Data::String(value) | Data::Number(value) => Some(value),
            Data::Bool(true) => Some("true"),
            Data::Bool(false) => Some("false"),
            Data::Null => Some("null"),
            _ => None,
        }
    }

    pub fn is_true(&self) -> bool {
        matches!(self.data, Data::Bool(true))
    }

    pub fn is_object(&self) -> bool {
        matches!(self.data, Data::Object(_))
    }

    /// The strings of an array.
    pub fn strings(&self) -> Vec<String> {
        self.elements().iter().filter_map(|element| element.as_scalar().map(str::to_string)).collect()
    }

    /// The strings of an object's members, with their names.
    pub fn string_members(&self) -> Vec<(String, String)> {
        self.members()
            .iter()
            .filter_map(|member| Some((member.name.clone(), member.value.as_scalar()?.to_string())))
            .collect()
    }

    /// This object, with only the places in the text of the values of members that `is_outlined` names: those are copied
    /// from there, or replaced.
    pub fn outline(&self, is_outlined: impl Fn(&str) -> bool) -> Node {
        let outline_of = |member: &Member| Member {
            name: member.name.clone(),
            name_span: member.name_span,
            value: if is_outlined(&member.name) { member.value.place() } else { member.value.clone() },
        };
        let data = Data::Object(self.members().iter().map(outline_of).collect());
        Node { data, span: self.span, offset: self.offset }
    }

    /// Only where this node is in the text.
    pub fn place(&self) -> Node {
        Node { data: Data::Null, span: self.span, offset: self.offset }
    }

    /// Forgets the places in the text of this node and all below it: everything is printed anew.
    pub fn forget_text(&mut self) {
        self.span = None;
        match &mut self.data {
            Data::Array(elements) => elements.iter_mut().for_each(Node::forget_text),
            Data::Object(members) => members.iter_mut().for_each(|member| {
                member.name_span = None;
                member.value.forget_text();
            }),
            _ => {}
        }
    }

    /// Makes this object have these members. Those that it has stay in their order, new ones are put before the first
    /// that is greater. What is equal keeps its place in the text.
    pub fn update_members(&mut self, new: Vec<(String, Node)>, compare: impl Fn(&Member, &Member) -> Ordering) {
        let Data::Object(members) = &mut self.data else {
            *self = Node::object();
            return self.update_members(new, compare);
        };
        let mut changed = false;
        let mut wanted: HashMap<String, Node> = HashMap::with_capacity(new.len());
        let mut order = Vec::with_capacity(new.len());
        for (name, value) in new {
            order.push(name.clone());
            wanted.insert(name, value);
        }
        members.retain_mut(|member| {
            let value = wanted.remove(&member.name);
            let stays = value.is_some();
            if let Some(value) = value {
                member.value.update_or_take(value);
            }
            changed |= !stays || member.value.span.is_none();
            stays
        });
        for name in order {
            let Some(value) = wanted.remove(&name) else { continue };
            let member = Member { name, name_span: None, value };
            let index = members.iter().position(|other| compare(other, &member).is_gt()).unwrap_or(members.len());
            members.insert(index, member);
            changed = true;
        }
        if changed {
            self.span = None;
        }
    }

    /// As [`Node::update`], but a node that comes from the same text is taken as it is.
    fn update_or_take(&mut self, new: Node) {
        if new.span.is_none() {
            self.update(new);
        } else if self.span != new.span {
            *self = new;
        }
    }

    /// Makes this node say what `new` says. What is equal keeps its place in the text.
    pub fn update(&mut self, new: Node) {
        if self.says(&new) {
            return;
        }
        if new.span.is_some() {
            *self = new;
            return;
        }
        self.span = None;
        match (&mut self.data, new.data) {
            (Data::Object(old), Data::Object(members)) => {
                let mut previous = std::mem::take(old);
                *old = members
                    .into_iter()
                    .map(|mut member| {
                        let Some(index) = previous.iter().position(|old| old.name == member.name) else {
                            return member;
                        };
                        let mut kept = previous.swap_remove(index);
                        kept.value.update(std::mem::replace(&mut member.value, Node::new(Data::Null)));
                        kept
                    })
                    .collect();
            }
            (data, new) => *data = new,
        }
    }
}

/// Members of an object under construction.
#[derive(Default)]
pub struct Members(pub Vec<Member>);

impl Members {
    pub fn set(&mut self, name: &str, value: Node) {
        self.0.push(Member { name: name.to_string(), name_span: None, value });
    }

    pub fn set_string(&mut self, name: &str, value: &str) {
        self.set(name, Node::string(value));
    }

    pub fn set_true(&mut self, name: &str, value: bool) {
        if value {
            self.set(name, Node::new(Data::Bool(true)));
        }
    }

    pub fn set_value(&mut self, name: &str, value: Option<&Value>) {
        if let Some(value) = value {
            self.set(name, Node::from_value(value));
        }
    }

    pub fn set_strings(&mut self, name: &str, values: &[String]) {
        if !values.is_empty() {
            self.set(name, Node::from_value(&Value::strings(values)));
        }
    }

    /// True if both have the same members.
    pub fn says(&self, other: &Members) -> bool {
        self.0.len() == other.0.len()
            && self.0.iter().zip(&other.0).all(|(left, right)| left.name == right.name && left.value.says(&right.value))
    }

    pub fn node(self) -> Node {
        Node::new(Data::Object(self.0))
    }
}
