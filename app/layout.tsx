import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { THEME_COOKIE, toTheme } from "@/components/shell/theme";
import { readNetwork } from "@/lib/service/pages/network";
import "./globals.css";

/** Every page's title says which network it is about, as the name of a tab and in a list of bookmarks. */
export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const network = await readNetwork().catch(() => null);
  const site = network ? `Vesting Index, ${network.name}` : "Vesting Index";
  return {
    title: { default: site, template: `%s · ${site}` },
    description: "See, prove and act on Solana token-vesting campaigns.",
  };
}

export const viewport: Viewport = { width: "device-width", initialScale: 1, viewportFit: "cover" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page made ahead of its request could not carry the request's script nonce.
  await connection();
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <body>{children}</body>
    </html>
  );
}
