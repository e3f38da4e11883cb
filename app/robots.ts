import type { MetadataRoute } from "next";

/** What crawlers may read: campaigns and documentation, but neither the API nor pages about one address. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", disallow: ["/api/", "/rpc", "/portfolio?", "/activity?"] } };
}
