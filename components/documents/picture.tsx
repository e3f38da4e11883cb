import { type DocumentPosition, resolveFile } from "@/lib/core/documents/document-index";

type PictureProps = { position: DocumentPosition; href: string; alt: string };

/** Renders a picture of a document in the typeface and colors of the page, or its alternative text if unknown. */
export function Picture({ position, href, alt }: PictureProps) {
  const svg = position.pictures[resolveFile(position.file, href) ?? ""];
  if (svg === undefined) return alt;
  return (
    <span
      role="img"
      aria-label={alt}
      className="diagram block"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a picture of the repository
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
