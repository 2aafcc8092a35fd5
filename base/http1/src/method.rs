//! The request methods that Node's `http.METHODS` lists.

macro_rules! methods {
    ($($variant:ident $name:literal $bytes:literal,)*) => {
        /// A request method. The discriminant is its index in Node's `http.METHODS`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Method {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Method {
            /// All methods in the order of Node's `http.METHODS`, which is alphabetical.
            pub const ALL: &'static [Method] = &[$(Method::$variant,)*];

            /// Returns the method whose name is exactly `name`; methods are case-sensitive (RFC 9110 §9.1).
            pub fn from_bytes(name: &[u8]) -> Option<Method> {
                match name { $($bytes => Some(Method::$variant),)* _ => None }
            }

            /// Returns the name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Method::$variant => $name,)* }
            }
        }
    };
}

methods! {
    Acl "ACL" b"ACL",
    Bind "BIND" b"BIND",
    Checkout "CHECKOUT" b"CHECKOUT",
    Connect "CONNECT" b"CONNECT",
    Copy "COPY" b"COPY",
    Delete "DELETE" b"DELETE",
    Get "GET" b"GET",
    Head "HEAD" b"HEAD",
    Link "LINK" b"LINK",
    Lock "LOCK" b"LOCK",
    MSearch "M-SEARCH" b"M-SEARCH",
    Merge "MERGE" b"MERGE",
    MkActivity "MKACTIVITY" b"MKACTIVITY",
    MkCalendar "MKCALENDAR" b"MKCALENDAR",
    MkCol "MKCOL" b"MKCOL",
    Move "MOVE" b"MOVE",
    Notify "NOTIFY" b"NOTIFY",
    Options "OPTIONS" b"OPTIONS",
    Patch "PATCH" b"PATCH",
    Post "POST" b"POST",
    PropFind "PROPFIND" b"PROPFIND",
    PropPatch "PROPPATCH" b"PROPPATCH",
    Purge "PURGE" b"PURGE",
    Put "PUT" b"PUT",
    Query "QUERY" b"QUERY",
    Rebind "REBIND" b"REBIND",
    Report "REPORT" b"REPORT",
    Search "SEARCH" b"SEARCH",
    Source "SOURCE" b"SOURCE",
    Subscribe "SUBSCRIBE" b"SUBSCRIBE",
    Trace "TRACE" b"TRACE",
    Unbind "UNBIND" b"UNBIND",
    Unlink "UNLINK" b"UNLINK",
    Unlock "UNLOCK" b"UNLOCK",
    Unsubscribe "UNSUBSCRIBE" b"UNSUBSCRIBE",
}

impl Method {
    /// Whether llhttp has a method that begins so, including those of RTSP: llhttp reads that far before it rejects.
    pub(crate) fn is_known_start(bytes: &[u8]) -> bool {
        const OF_RTSP: &[&str] = &[
            "ANNOUNCE",
            "DESCRIBE",
            "FLUSH",
            "GET_PARAMETER",
            "PAUSE",
            "PLAY",
            "RECORD",
            "REDIRECT",
            "SET_PARAMETER",
            "SETUP",
            "TEARDOWN",
        ];
        Self::is_prefix(bytes) || OF_RTSP.iter().any(|name| name.as_bytes().starts_with(bytes))
    }

    /// Whether `bytes` may still become a method's name, followed by a space, when more bytes come.
    pub(crate) fn is_prefix(bytes: &[u8]) -> bool {
        Self::ALL.iter().any(|method| method.as_str().as_bytes().starts_with(bytes))
    }
}
