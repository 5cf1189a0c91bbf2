//! `hloom lsp`: a language server for editors.
//!
//! ```text
//!  standard input ─► Message ─► Server ─► Document ─► diagnostics, answers ─► standard output
//! ```
//!
//! The server speaks the Language Server Protocol, version 3.17. It reads programs as `opt` does:
//! StableHLO with ops of other dialects in generic form, HLO text, and storage programs in files
//! that end in `.sdql`. Texts with lines of `// -----` are several programs.
//!
//! * [`wire`]: messages on a stream.
//! * [`document`]: an open text, positions in it, and its diagnostics.
//! * [`analysis`]: its programs and their names.
//! * [`answers`]: hover, definitions and uses; [`outline`]; [`completion`].
//!
//! Messages are handled one after the other: a text of a megabyte is parsed and verified in less
//! time than a person notices. A panic in the analysis of a text is a bug; the editor shows it as
//! a message and the server lives on.

mod analysis;
mod answers;
mod completion;
mod document;
mod outline;
#[cfg(test)]
mod tests;
mod wire;

use std::collections::HashMap;
use std::io::BufReader;

use hloom_ir::diag::Columns;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit, LogMessage,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    Completion, DocumentHighlightRequest, DocumentSymbolRequest, GotoDefinition, HoverRequest,
    Initialize, References, Request as _, Shutdown,
};
use lsp_types::{
    CompletionOptions, HoverProviderCapability, InitializeParams, InitializeResult,
    LogMessageParams, MessageType, OneOf, PositionEncodingKind, PublishDiagnosticsParams,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde_json::Value;

use crate::{ExitStatus, Io, bug};
use document::Document;
use wire::Incoming;

/// Serve an editor: diagnostics, hover, definitions, uses, outline and completion
#[derive(clap::Args)]
#[command(after_help = "\
An editor starts this command and speaks the Language Server Protocol with it over standard input
and output. The command-line guide shows how to set up Neovim, Helix, Emacs and VS Code.")]
pub struct Args {
    /// Speak over standard input and output; there is no other way
    #[arg(long)]
    stdio: bool,
}

/// Serves until the editor says `exit`, or closes standard input.
///
/// The status is [`ExitStatus::Success`] if the editor asked to shut down before, as the protocol
/// has it, and [`ExitStatus::Wrong`] if not.
///
/// # Errors
/// If a message can't be read or written.
pub fn run(_: &Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    let mut server = Server::new();
    let mut input = BufReader::new(&mut *io.stdin);
    while server.phase != Phase::Gone {
        let message = match wire::read(&mut input) {
            Ok(Some(Incoming::Message(message))) => message,
            Ok(Some(Incoming::Malformed(why))) => {
                wire::refuse(&why, io.stdout)?;
                continue;
            }
            Ok(None) => break,
            Err(error) => anyhow::bail!("a message of the editor can't be read: {error}"),
        };
        for answer in server.handle(message) {
            answer.write(&mut &mut *io.stdout)?;
        }
    }
    Ok(if server.may_exit { ExitStatus::Success } else { ExitStatus::Wrong })
}

/// The stage of the conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Nothing was said.
    New,
    /// The capabilities are known.
    Serving,
    /// The editor asked to shut down.
    ShutDown,
    /// The editor said `exit`.
    Gone,
}

/// The state of the server: the open texts.
struct Server {
    phase: Phase,
    /// Whether the editor asked to shut down.
    may_exit: bool,
    /// The unit of positions in a line: bytes, or units of UTF-16, which every editor knows.
    columns: Columns,
    /// By URI.
    documents: HashMap<String, Document>,
}

impl Server {
    fn new() -> Server {
        let (phase, documents) = (Phase::New, HashMap::new());
        Server { phase, may_exit: false, columns: Columns::Utf16, documents }
    }

    /// Handles a message; returns what to send.
    fn handle(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request(request) => vec![self.request(request).into()],
            Message::Notification(notification) => self.notified(notification),
            // The server asks nothing.
            Message::Response(_) => Vec::new(),
        }
    }

    fn request(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let refuse =
            |code: ErrorCode, why: &str| Response::new_err(id.clone(), code as i32, why.to_owned());
        match (self.phase, method.as_str()) {
            (Phase::New, Initialize::METHOD) => match serde_json::from_value(params) {
                Ok(params) => {
                    self.phase = Phase::Serving;
                    Response::new_ok(id, self.initialize(&params))
                }
                Err(error) => refuse(ErrorCode::InvalidParams, &error.to_string()),
            },
            (Phase::New, _) => {
                refuse(ErrorCode::ServerNotInitialized, "the first request must be `initialize`")
            }
            (Phase::Serving, Initialize::METHOD) => {
                refuse(ErrorCode::InvalidRequest, "the server is initialized")
            }
            (Phase::Serving, Shutdown::METHOD) => {
                self.phase = Phase::ShutDown;
                self.may_exit = true;
                Response::new_ok(id, Value::Null)
            }
            (Phase::Serving, _) => self.answer(id, &method, params),
            (Phase::ShutDown | Phase::Gone, _) => {
                refuse(ErrorCode::InvalidRequest, "the server is shutting down")
            }
        }
    }

    /// Chooses how positions count, and says what the server can do.
    fn initialize(&mut self, params: &InitializeParams) -> InitializeResult {
        let general = params.capabilities.general.as_ref();
        let offered = general.and_then(|general| general.position_encodings.as_deref());
        let bytes = offered.unwrap_or_default().contains(&PositionEncodingKind::UTF8);
        let encoding;
        (self.columns, encoding) = match bytes {
            true => (Columns::Bytes, PositionEncodingKind::UTF8),
            false => (Columns::Utf16, PositionEncodingKind::UTF16),
        };
        let starts = ["%", "@", "^", "#", "!", "."].map(str::to_owned).to_vec();
        let capabilities = ServerCapabilities {
            position_encoding: Some(encoding),
            text_document_sync: Some(TextDocumentSyncCapability::Kind(
                TextDocumentSyncKind::INCREMENTAL,
            )),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(starts),
                ..CompletionOptions::default()
            }),
            ..ServerCapabilities::default()
        };
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        InitializeResult {
            capabilities,
            server_info: Some(ServerInfo { name: "hloom".to_owned(), version }),
        }
    }

    /// Answers a question about a text.
    fn answer(&self, id: RequestId, method: &str, params: Value) -> Response {
        let answer = match method {
            HoverRequest::METHOD => self.about::<HoverRequest>(params, answers::hover),
            GotoDefinition::METHOD => self.about::<GotoDefinition>(params, answers::definition),
            References::METHOD => self.about::<References>(params, answers::references),
            DocumentHighlightRequest::METHOD => {
                self.about::<DocumentHighlightRequest>(params, answers::highlights)
            }
            DocumentSymbolRequest::METHOD => {
                self.about::<DocumentSymbolRequest>(params, outline::outline)
            }
            Completion::METHOD => self.about::<Completion>(params, completion::completion),
            _ => {
                let why = format!("the server does not know `{method}`");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, why);
            }
        };
        match answer {
            Ok(answer) => Response::new_ok(id, answer),
            Err((code, why)) => Response::new_err(id, code as i32, why),
        }
    }

    /// Asks one question of its document. Of a text that is not open, there is no answer.
    fn about<R>(
        &self,
        params: Value,
        ask: impl FnOnce(&Document, &R::Params) -> R::Result,
    ) -> Result<Value, (ErrorCode, String)>
    where
        R: lsp_types::request::Request,
    {
        // All of these name their document in the same field.
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        let params: R::Params = serde_json::from_value(params)
            .map_err(|error| (ErrorCode::InvalidParams, error.to_string()))?;
        let Some(document) = self.documents.get(&uri) else {
            return Err((ErrorCode::InvalidParams, format!("`{uri}` is not open")));
        };
        let answer = bug::catch_panic(|| ask(document, &params))
            .map_err(|bug| (ErrorCode::InternalError, bug.to_string()))?;
        serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
    }

    /// Handles a notification; returns what to send.
    fn notified(&mut self, notification: Notification) -> Vec<Message> {
        let Notification { method, params } = notification;
        if method == Exit::METHOD {
            self.phase = Phase::Gone;
            return Vec::new();
        }
        if self.phase != Phase::Serving {
            return Vec::new();
        }
        let done = match method.as_str() {
            DidOpenTextDocument::METHOD => {
                serde_json::from_value(params).map(|params| self.opened(params))
            }
            DidChangeTextDocument::METHOD => {
                serde_json::from_value(params).map(|params| self.changed(params))
            }
            DidCloseTextDocument::METHOD => {
                serde_json::from_value(params).map(|params| self.closed(params))
            }
            // The rest is not needed: `initialized`, `$/setTrace`, `textDocument/didSave` …
            _ => Ok(Vec::new()),
        };
        done.unwrap_or_else(|error| vec![log(format!("`{method}` can't be read: {error}"))])
    }

    fn opened(&mut self, params: lsp_types::DidOpenTextDocumentParams) -> Vec<Message> {
        let opened = params.text_document;
        let document = Document::new(opened.uri.clone(), opened.text, self.columns);
        self.documents.insert(opened.uri.as_str().to_owned(), document);
        self.analyze(&opened.uri, opened.version)
    }

    fn changed(&mut self, params: lsp_types::DidChangeTextDocumentParams) -> Vec<Message> {
        let changed = params.text_document;
        let Some(document) = self.documents.get_mut(changed.uri.as_str()) else {
            return vec![log(format!("`{}` is not open", changed.uri.as_str()))];
        };
        let changes = params.content_changes.into_iter();
        if let Err(bug) = bug::catch_panic(|| changes.for_each(|change| document.change(change))) {
            return vec![log(bug.to_string())];
        }
        self.analyze(&changed.uri, changed.version)
    }

    /// Forgets a text, and takes its diagnostics away.
    fn closed(&mut self, params: lsp_types::DidCloseTextDocumentParams) -> Vec<Message> {
        let uri = params.text_document.uri;
        self.documents.remove(uri.as_str());
        vec![publish(uri, Vec::new(), None)]
    }

    /// Parses and verifies a text again; returns its diagnostics for the editor.
    fn analyze(&mut self, uri: &Uri, version: i32) -> Vec<Message> {
        let Some(document) = self.documents.get_mut(uri.as_str()) else { return Vec::new() };
        match bug::catch_panic(|| document.analyze()) {
            Ok(diagnostics) => vec![publish(uri.clone(), diagnostics, Some(version))],
            Err(bug) => vec![publish(uri.clone(), Vec::new(), Some(version)), log(bug.to_string())],
        }
    }
}

/// The diagnostics of a text, for the editor.
fn publish(uri: Uri, diagnostics: Vec<lsp_types::Diagnostic>, version: Option<i32>) -> Message {
    let params = PublishDiagnosticsParams { uri, diagnostics, version };
    Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into()
}

/// An error that the editor shows among its logs.
fn log(message: String) -> Message {
    let params = LogMessageParams { typ: MessageType::ERROR, message };
    Notification::new(LogMessage::METHOD.to_owned(), params).into()
}
