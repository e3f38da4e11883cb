import type { Deprecation } from "@/lib/contract/route-contract";

/** Returns the headers of a deprecated route. Source: RFC 9745 and RFC 8594. */
export function deprecationHeaders(deprecated: Deprecation | undefined): Record<string, string> {
  if (!deprecated) return {};
  const { since, sunset, link } = deprecated;
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { sunset: new Date(sunset).toUTCString() }),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
}
