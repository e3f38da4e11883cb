import { english, type Translator } from "@/lib/core/i18n/translator";
import type { NameProblem } from "./sol-name";

/** Returns the sentences for a name that has no address. */
export function nameProblemText(problem: NameProblem, name: string, t: Translator = english): string {
  return `${reasonText(problem, name, t)} ${t("Enter the address.")}`;
}

function reasonText(problem: NameProblem, name: string, t: Translator): string {
  if (problem === "length") return t("The name is too long.");
  if (problem === "tld") return t("Only .sol and .sns names can be resolved.");
  if (problem === "levels") return t("A name can have one subdomain at most.");
  if (problem === "characters")
    return t("The name has a character other than a–z, 0–9, hyphen and underscore.");
  if (problem === "tld-moved")
    return t(
      "{name} cannot be resolved: .sol names moved to another program, which this service does not support.",
      { name },
    );
  if (problem === "no-service" || problem === "not-found")
    return t("{name} was not found on this network.", { name });
  if (problem === "program-account")
    return t("{name} belongs to an account of a program, which cannot claim.", { name });
  if (problem === "no-holder") return t("{name} is a token, and its holder is unknown.", { name });
  if (problem === "too-many-tokens")
    return t("{name} is a token. Too many names of the list are tokens.", { name });
  if (problem === "invalid-record") return t("{name} has an address record that is not verified.", { name });
  return t("The network returned malformed data for {name}.", { name });
}
