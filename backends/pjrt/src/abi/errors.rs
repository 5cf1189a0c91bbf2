//! Functions of errors and events.

use super::args::{ErrorMessage, EventCreate, EventOnReady, EventSet, Flag, Number, Object};
use super::call::{bytes, entries, give, object, take};
use crate::error::{Code, Error};
use crate::event::Event;

/// `PJRT_Error_Destroy`.
///
/// # Safety
/// `args` is a struct of the API; the error is the caller's.
pub(crate) unsafe extern "C" fn destroy(args: *mut Object) {
    // SAFETY: the caller keeps to the API.
    unsafe {
        if let Some(args) = args.as_ref() {
            take(args.object.cast::<Error>());
        }
    }
}

/// `PJRT_Error_Message`.
///
/// # Safety
/// `args` is a struct of the API.
pub(crate) unsafe extern "C" fn message(args: *mut ErrorMessage) {
    // SAFETY: the caller keeps to the API.
    unsafe {
        let Some(args) = args.as_mut() else { return };
        let text = args.error.as_ref().map_or("", |error| error.message.as_str());
        (args.message, args.message_size) = (text.as_ptr().cast(), text.len());
    }
}

/// An error with the code and the text of the caller's.
pub(crate) fn foreign(code: i32, message: &[u8]) -> Error {
    let text = String::from_utf8_lossy(message).into_owned();
    let codes = [Code::InvalidArgument, Code::NotFound, Code::ResourceExhausted];
    let code = codes.into_iter().find(|known| *known as i32 == code);
    Error::new(code.unwrap_or(Code::Internal), text)
}

entries! {
    /// `PJRT_Error_GetCode`.
    fn code(args: Number) {
        args.number = object(args.object.cast::<Error>())?.code as i32;
        Ok(())
    }

    /// `PJRT_Event_Destroy`.
    fn destroy_event(args: Object) {
        take(args.object.cast::<Event>());
        Ok(())
    }

    /// `PJRT_Event_IsReady`.
    fn is_ready(args: Flag) {
        args.flag = object(args.object.cast::<Event>())?.peek().is_some().into();
        Ok(())
    }

    /// `PJRT_Event_Error`.
    fn event_error(args: Object) {
        let outcome = object(args.object.cast::<Event>().cast_const())?.peek();
        outcome.unwrap_or_else(|| Err(Error::invalid("the event has not happened yet")))
    }

    /// `PJRT_Event_Await`.
    fn wait(args: Object) {
        object(args.object.cast::<Event>().cast_const())?.wait()
    }

    /// `PJRT_Event_OnReady`.
    fn on_ready(args: EventOnReady) {
        let event = object(args.event)?;
        let callback = args.callback.ok_or_else(|| Error::invalid("a callback is null"))?;
        let user = args.user_arg.expose_provenance();
        event.then(move |outcome| {
            let error = outcome.clone().err().map_or(std::ptr::null_mut(), give);
            callback(error, std::ptr::with_exposed_provenance_mut(user));
        });
        Ok(())
    }

    /// `PJRT_Event_Create`.
    fn create_event(args: EventCreate) {
        args.event = give(Event::of(Default::default()));
        Ok(())
    }

    /// `PJRT_Event_Set`.
    fn set_event(args: EventSet) {
        let event = object(args.event)?;
        event.give(match args.error_code {
            0 => Ok(()),
            code => Err(foreign(code, bytes(args.error_message, args.error_message_size))),
        });
        Ok(())
    }
}
