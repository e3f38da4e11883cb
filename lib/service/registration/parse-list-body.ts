import type { Bytes } from "@/lib/core/merkle/leaf-list";
import { parseJson } from "@/lib/core/text/parse-json";
import { parsePart } from "@/lib/core/validation";
import { packGivenLeaves, packGivenRecipients } from "./leaves";
import { prepareBody, provedRegistrationBody, registrationBody, rotationBody } from "./schemas";

const FORMS = {
  registration: { schema: registrationBody, field: "leaves", pack: packGivenLeaves },
  provedRegistration: { schema: provedRegistrationBody, field: "leaves", pack: packGivenLeaves },
  rotation: { schema: rotationBody, field: "leaves", pack: packGivenLeaves },
  prepare: { schema: prepareBody, field: "recipients", pack: packGivenRecipients },
} as const;

export type ListBody = { bytes: Bytes; form: keyof typeof FORMS; maxLeaves: number };

/** Parses and validates a body that contains a long list, and packs the list. */
export async function parseListBody({ bytes, form, maxLeaves }: ListBody): Promise<object> {
  const { schema, field, pack } = FORMS[form];
  const value = parseJson(bytes);
  const items: unknown = typeof value === "object" && value !== null ? Reflect.get(value, field) : null;
  const body = Array.isArray(items) ? { ...(value as object), [field]: pack(items, maxLeaves) } : value;
  return parsePart(schema, body);
}
