import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { UiGallery } from "@/components/gallery/ui-gallery";
import { ClockProvider } from "@/components/shell/clock";

export const metadata: Metadata = { title: "Gallery", robots: { index: false } };

/**
 * Shows every UI component in all its states, for developers of components. Available in development only.
 */
export default function GalleryPage() {
  if (process.env.NODE_ENV !== "development") notFound();
  const now = Math.floor(Date.now() / 1000);
  return (
    <ClockProvider serverNow={String(now)}>
      <main className="mx-auto max-w-6xl px-4 py-6">
        <UiGallery now={now} />
      </main>
    </ClockProvider>
  );
}
