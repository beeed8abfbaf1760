"""Tools from typed functions: the schema comes from the annotations, the description from the docstring.

A call never raises. Arguments that do not fit, a failure that the tool states (`ToolError`) and a crash are all results
that say so: what a model does about a failure is what we want to see.
"""

import inspect
import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from planscope.harness.messages import Result, ToolSpec

Schema = dict[str, Any]
_PLAIN: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}


class ToolError(Exception):
    """A tool says that what was asked for cannot be done; the message is for the model."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that a model may call."""

    spec: ToolSpec
    function: Callable[..., Any]

    @classmethod
    def of(cls, function: Callable[..., Any], name: str = "") -> "Tool":
        """A tool from a function with annotations and a docstring; TypeError when it has none of one or the other."""
        doc = inspect.getdoc(function)
        if not doc:
            raise TypeError(f"{function!r} needs a docstring: it is what the model is told")
        return cls(ToolSpec(name or function.__name__, doc, _schema_of_function(function)), function)

    @property
    def name(self) -> str:
        """Its name."""
        return self.spec.name

    def __call__(self, arguments: Any) -> Result:
        """The result of a call with arguments as a model gave them."""
        if wrong := misfit(arguments, self.spec.schema, "arguments"):
            return Result(f"invalid arguments for {self.name}: {wrong}", "invalid_arguments")
        try:
            return Result(_text(self.function(**arguments)))
        except ToolError as e:
            return Result(str(e), "tool_error")
        except Exception as e:  # a broken tool is a fact about the run, not the end of it
            return Result(f"{type(e).__name__}: {e}", type(e).__name__)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# --- schema --------------------------------------------------------------------------------------------------------


def _schema_of_function(function: Callable[..., Any]) -> Schema:
    hints = get_type_hints(function)
    properties: dict[str, Schema] = {}
    required: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in hints:
            raise TypeError(f"{function!r}: parameter {parameter.name!r} needs an annotation")
        properties[parameter.name] = schema_of(hints[parameter.name])
        if parameter.default is inspect.Parameter.empty:
            required.append(parameter.name)
        elif parameter.default is not None:
            properties[parameter.name]["default"] = parameter.default
    return _object(properties, required)


def _object(properties: dict[str, Schema], required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def schema_of(annotation: Any) -> Schema:
    """The JSON schema of a type: plain ones, Literal, list[...], X | None, TypedDict; TypeError for any other."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in _PLAIN:
        return {"type": _PLAIN[annotation]}
    if origin is Literal:
        return {"type": "string", "enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": schema_of(inner[0])}
    if origin in (typing.Union, types.UnionType) and len(inner) == 2 and type(None) in inner:
        return {"anyOf": [schema_of(next(x for x in inner if x is not type(None))), {"type": "null"}]}
    if is_typeddict(annotation):
        hints = get_type_hints(annotation)
        required = [k for k in hints if k in annotation.__required_keys__]
        return _object({k: schema_of(v) for k, v in hints.items()}, required)
    raise TypeError(f"no JSON schema for {annotation!r}")


# --- arguments -----------------------------------------------------------------------------------------------------

_TYPES: dict[str, tuple[Any, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "array": (list,),
    "object": (Mapping,), "null": (type(None),),
}  # fmt: skip


def misfit(value: Any, schema: Mapping[str, Any], where: str) -> str:
    """What is wrong with a value by its schema, in words for the model; "" when nothing is."""
    if "anyOf" in schema:
        wrong = [misfit(value, s, where) for s in schema["anyOf"]]
        return "" if "" in wrong else wrong[0]
    kind = schema["type"]
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind in ("integer", "number")):
        return f"{where} must be of type {kind}, not {json.dumps(value, default=str)[:80]}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where} must be one of {', '.join(schema['enum'])}, not {value!r}"
    if kind == "array":
        return next((w for n, x in enumerate(value) if (w := misfit(x, schema["items"], f"{where}[{n}]"))), "")
    return _misfit_object(value, schema, where) if kind == "object" else ""


def _misfit_object(value: Mapping[str, Any], schema: Mapping[str, Any], where: str) -> str:
    known = schema["properties"]
    missing = [k for k in schema["required"] if k not in value]
    extra = [str(k) for k in value if k not in known]
    if missing or extra:
        said = [f"{where} lacks {', '.join(missing)}"] if missing else []
        said += [f"{where} has no {', '.join(extra)} (there are {', '.join(known)})"] if extra else []
        return "; ".join(said)
    return next((w for k, v in value.items() if (w := misfit(v, known[k], f"{where}.{k}"))), "")
