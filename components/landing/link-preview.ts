import type { Metadata } from "next";
import { PICTURE_SIZE } from "@/components/claim/claim-picture";

type LinkPreview = {
  /** The origin of the service; null for an unknown host, which gets no picture. */
  origin: string | null;
  path: string;
  /** The name of the deployment. */
  siteName: string;
  treeAddress: string;
  title: string;
  description: string;
};

/** Returns title, description and picture of a shared link to a page of a campaign. */
export function linkPreview({
  origin,
  path,
  siteName,
  treeAddress,
  title,
  description,
}: LinkPreview): Metadata {
  const picture = `${origin}/api/actions/claim/${treeAddress}/picture`;
  const images = origin ? [{ url: picture, ...PICTURE_SIZE, alt: `${title}: ${description}` }] : [];
  return {
    title,
    description,
    openGraph: {
      ...{ type: "website", siteName, title, description, images },
      ...(origin && { url: `${origin}${path}` }),
    },
    twitter: { card: "summary_large_image", title, description, images },
  };
}
