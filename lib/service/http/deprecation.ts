import type { Deprecation } from "@/lib/contract/route-contract";
import type { RouteParams } from "./route-name";

/** Returns the headers of a deprecated route. Source: RFC 9745, RFC 8594 and RFC 5829 (`successor-version`). */
export function deprecationHeaders(
  deprecated: Deprecation | undefined,
  params: RouteParams,
): Record<string, string> {
  if (!deprecated) return {};
  const { since, sunset, link, successor } = deprecated;
  const target = successor?.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const links = [
    `<${link}>; rel="deprecation"; type="text/html"`,
    ...(target === undefined ? [] : [`<${target}>; rel="successor-version"`]),
  ];
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { sunset: new Date(sunset).toUTCString() }),
    link: links.join(", "),
  };
}
