export type Json = Record<string, unknown>;

const LOCAL = "#/$defs/";
const SHARED = "#/components/schemas/";

/**
 * Moves the models that conversions of zod schemas left in `$defs` to one record, by their names, and points every `$ref`
 * there. @throws Error for two models of one name
 */
export function hoistModels(part: unknown): { part: unknown; schemas: Json } {
  const schemas: Json = {};
  const hoist = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(hoist);
    const { $defs = {}, ...rest } = value as Json;
    for (const [name, model] of Object.entries($defs as Json)) addModel(name, hoist(model));
    return Object.fromEntries(
      Object.entries(rest).map(([key, item]) => [key, key === "$ref" ? sharedRef(item) : hoist(item)]),
    );
  };
  const addModel = (name: string, model: unknown) => {
    const known = schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(model))
      throw new Error(`Two different models have the name ${name}.`);
    schemas[name] = model;
  };
  return { part: hoist(part), schemas };
}

const sharedRef = (reference: unknown) => String(reference).replace(LOCAL, SHARED);
