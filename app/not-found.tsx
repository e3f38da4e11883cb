import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";

export const metadata: Metadata = { title: "No such page" };

export default function NotFound() {
  return (
    <main className="mx-auto max-w-3xl px-4 py-16">
      <EmptyState title="There is no such page" action={<ButtonLink href="/">To the start</ButtonLink>}>
        The address may be mistyped, or what it showed is gone.
      </EmptyState>
    </main>
  );
}
