"""The subset of JSON Schema used by docs/scene.schema.json and docs/messages.schema.json."""
import json


def faults(schema, value, root, where=""):
    """Returns the errors of the value. `root` has the definitions of all files for references."""
    if "$ref" in schema:
        yield from faults(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], value, root, where)
        return
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    if "type" in schema:
        wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        fits = any(number and (kind == "number" or float(value).is_integer()) if kind in ("number", "integer")
                   else isinstance(value, kinds[kind]) for kind in wanted)
        if not fits:
            yield f"{where}: expected {wanted}, got {json.dumps(value)[:60]}"
            return
    if "const" in schema and (value != schema["const"] or type(value) is not type(schema["const"])):
        yield f"{where}: expected {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if value.__class__ in (int, float):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            yield f"{where}: {value} is out of its range"
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        yield f"{where}: it is empty"
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{where}: {len(value)} items"
        for number, item in enumerate(value):
            yield from faults(schema.get("items", {}), item, root, f"{where}[{number}]")
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where}: {name} is missing"
        for name, item in value.items():
            if name in schema.get("properties", {}):
                yield from faults(schema["properties"][name], item, root, f"{where}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{where}: there is no {name}"
            elif isinstance(schema.get("additionalProperties"), dict):
                yield from faults(schema["additionalProperties"], item, root, f"{where}.{name}")
    for word, enough in (("anyOf", lambda n: n >= 1), ("oneOf", lambda n: n == 1)):
        if word in schema:
            tries = [list(faults(one, value, root, where)) for one in schema[word]]
            if not enough(sum(not wrong for wrong in tries)):
                yield min(tries, key=len)[0] if all(tries) else f"{where}: it fits several of {word}"
