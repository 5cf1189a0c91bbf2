//! Messages that are damaged.

use super::*;

#[test]
fn texts_that_are_no_messages_get_errors() {
    let bodies = ["{", "[]", "{\"id\": 1}", "\"\u{e4}\"", ""];
    let mut text: String =
        bodies.iter().map(|it| format!("Content-Length: {}\r\n\r\n{it}", it.len())).collect();
    text.push_str(&framed(&request(1, "initialize", json!({"capabilities": {}}))));
    text.push_str(&framed(&request(2, "shutdown", Value::Null)));
    text.push_str(&framed(&notification("exit", Value::Null)));
    let (status, said, stderr) = say(&text);
    assert_eq!((status, stderr.as_str(), said.len()), (0, "", bodies.len() + 2));
    for answer in &said[..bodies.len()] {
        assert_eq!((&answer["id"], &answer["jsonrpc"]), (&Value::Null, &json!("2.0")));
        assert_eq!(answer["error"]["code"], -32700, "{answer}");
    }
    assert_eq!(said[bodies.len()]["result"]["serverInfo"]["name"], "hloom");
}

#[test]
fn damaged_headers_end_the_conversation() {
    let long = "x".repeat(10_000);
    for (text, why) in [
        ("Content-Length: 1000000000000\r\n\r\n{}", "up to 1073741824, not `1000000000000`"),
        ("Content-Length: 99999999999999999999999\r\n\r\n{}", "its length must be a number"),
        ("Content-Length: -1\r\n\r\n{}", "its length must be a number"),
        ("Content-Length: 5\r\n\r\n{}", "it ends after 2 of 5 bytes"),
        ("Content-Type: x\r\n\r\n{}", "its header has no `Content-Length`"),
        ("hello\r\n\r\n{}", "`hello` is not a line of a header"),
        ("Content-Length: 5", "a line of its header has no end"),
        (&long, "a line of its header has no end"),
    ] {
        let (status, said, stderr) = say(text);
        assert_eq!((status, said.len()), (2, 0), "{text}");
        assert!(stderr.contains("a message of the editor can't be read: "), "{stderr}");
        assert!(stderr.contains(why), "{stderr}");
    }
}
