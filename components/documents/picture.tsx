import type { StaticImageData } from "next/image";
import cancelAndGrace from "@/docs/pictures/cancel-and-grace.svg";
import mirror from "@/docs/pictures/mirror.svg";
import rotation from "@/docs/pictures/rotation.svg";
import schedules from "@/docs/pictures/schedules.svg";
import treeAndProof from "@/docs/pictures/tree-and-proof.svg";
import { resolveFile } from "@/lib/core/documents/library";

/** The pictures of the documents. The build assigns a URL to each. */
const PICTURES: Record<string, StaticImageData> = {
  "docs/pictures/cancel-and-grace.svg": cancelAndGrace,
  "docs/pictures/mirror.svg": mirror,
  "docs/pictures/rotation.svg": rotation,
  "docs/pictures/schedules.svg": schedules,
  "docs/pictures/tree-and-proof.svg": treeAndProof,
};

/** Renders a picture of a document, or its alternative text if the picture is unknown. */
export function Picture({ file, href, alt }: { file: string; href: string; alt: string }) {
  const picture = PICTURES[resolveFile(file, href) ?? ""];
  if (!picture) return alt;
  const { src, width, height } = picture;
  return (
    // biome-ignore lint/performance/noImgElement: a drawing of two kilobytes has nothing to be optimized.
    <img src={src} width={width} height={height} alt={alt} loading="lazy" className="h-auto max-w-full" />
  );
}
