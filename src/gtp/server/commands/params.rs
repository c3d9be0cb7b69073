//! The settings of the engine by name, for people, for KataGo's users and for GoGui.

use super::Command;
use crate::engine::Params;
use crate::engine::params::{Domain, ParamInfo, REGISTRY};
use crate::gtp::server::call::DONE;
use crate::gtp::server::{Answer, Call, Refusal, Session};

pub(super) static COMMANDS: &[Command] = &[
    Command { name: "fuzeki-param", doc: "[NAME [VALUE]]: lists, explains or sets a setting", run: fuzeki_param },
    Command { name: "gogui-param", doc: "[NAME VALUE]: the settings in the form of GoGui", run: gogui_param },
    Command { name: "kata-list-params", doc: "the names of the settings", run: kata_list_params },
    Command { name: "kata-get-param", doc: "NAME: a setting", run: kata_get_param },
    Command { name: "kata-set-param", doc: "NAME VALUE: sets a setting", run: kata_set_param },
];

fn info(name: &str) -> Result<&'static ParamInfo, Refusal> {
    Params::info(name).map_err(|error| Refusal(error.to_string()))
}

fn set(session: &mut Session, name: &str, value: &str) -> Answer {
    let mut params = session.player().params().clone();
    params.set(name, value).map_err(|error| Refusal(error.to_string()))?;
    if params != *session.player().params() {
        session.player().set_params(params);
    }
    DONE
}

fn fuzeki_param(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (name, value) = (call.args.word(), call.args.word());
    let params = session.player().params();
    match (name, value) {
        (Some(name), Some(value)) => set(session, name, value),
        (Some(name), None) => {
            let info = info(name)?;
            Ok(format!("{}\n{}\ntakes {}", info.show(params), info.doc.trim(), info.domain))
        }
        (None, _) => {
            let line = |info: &ParamInfo| format!("{} {}", info.name, info.show(params));
            Ok(REGISTRY.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn gogui_param(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let (name, value) = (call.args.word(), call.args.word());
    let params = session.player().params();
    match (name, value) {
        (Some(name), Some(value)) => set(session, name, value),
        (Some(name), None) => Err(Refusal::syntax(format_args!("a value for `{name}` is missing"))),
        (None, _) => {
            let line = |info: &ParamInfo| {
                let shown = info.show(params);
                match info.domain {
                    Domain::Switch => format!("[bool] {} {}", info.name, u8::from(shown == "on")),
                    Domain::Choice(names) => format!("[list/{}] {} {shown}", names.join("/"), info.name),
                    Domain::Whole(..) | Domain::Real(..) => format!("[string] {} {shown}", info.name),
                }
            };
            Ok(REGISTRY.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn kata_list_params(_: &mut Session, _: &mut Call<'_>) -> Answer {
    Ok(REGISTRY.iter().map(|info| info.name).collect::<Vec<_>>().join(" "))
}

fn kata_get_param(session: &mut Session, call: &mut Call<'_>) -> Answer {
    Ok(info(call.args.need("the name of a setting")?)?.show(session.player().params()))
}

fn kata_set_param(session: &mut Session, call: &mut Call<'_>) -> Answer {
    let name = call.args.need("the name of a setting")?;
    let value = call.args.need("a value")?;
    set(session, name, value)
}
