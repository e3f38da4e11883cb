import type { Brand, ClaimConditions, Deployment } from "@/lib/contract/deployment";
import { brandStyle } from "@/lib/core/brand-colors";
import { currentSettings } from "./settings-error";

/** Returns the appearance of the pages, and the conditions of a claim for the visitor of a request. */
export const readDeployment = (headers: Pick<Headers, "get">): Deployment => ({
  brand: readBrand(),
  claimConditions: readClaimConditions(headers),
});

/** Returns the name, the logo and the terms of this deployment. */
export function readBrand(): Brand {
  const { BRAND_NAME: name, BRAND_LOGO_URL: logo = null, TERMS_URL: terms = null } = currentSettings();
  return { name, logo, terms };
}

/** Returns the custom properties of the brand's colors for the root element; undefined for the default colors. */
export function readBrandStyle(): Record<string, string> | undefined {
  const { BRAND_COLORS: colors } = currentSettings();
  return colors ? brandStyle(colors) : undefined;
}

/** Whether other sites may show the pages under /embed in a frame. */
export const isEmbeddable = (): boolean => currentSettings().EMBED_ORIGINS !== undefined;

/** The operator's proxy names the visitor's country in a header. Without that header no country is blocked. */
function readClaimConditions(headers: Pick<Headers, "get">): ClaimConditions {
  const { TERMS_URL, TERMS_REQUIRED, BLOCKED_COUNTRIES = [], COUNTRY_HEADER } = currentSettings();
  const country = COUNTRY_HEADER ? headers.get(COUNTRY_HEADER)?.trim().toUpperCase() : undefined;
  return {
    terms: (TERMS_REQUIRED === "on" && TERMS_URL) || null,
    isBlocked: country !== undefined && BLOCKED_COUNTRIES.includes(country),
  };
}
