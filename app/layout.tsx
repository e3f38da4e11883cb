import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { requestTranslator } from "@/components/i18n/request-translator";
import { TranslatorProvider } from "@/components/i18n/translator-provider";
import { FollowedLinks } from "@/components/shell/followed-links";
import { THEME_COOKIE, toTheme } from "@/components/shell/theme";
import { readBrand, readBrandStyle } from "@/lib/service/pages/deployment";
import { readShell } from "@/lib/service/pages/shell";
import { fontVariables } from "./fonts";
import "./globals.css";

/** The title of every page contains the network, for browser tabs and bookmarks. */
export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const t = await requestTranslator();
  const shell = await readShell().catch(() => null);
  const { name } = readBrand();
  const site = shell?.network ? `${name}, ${shell.network.name}` : name;
  return {
    title: { default: site, template: `%s · ${site}` },
    applicationName: name,
    description: t("Track, verify and manage token vesting campaigns on Solana."),
    manifest: "/site.webmanifest",
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "16x16 32x32 48x48" },
        { url: "/icon.svg", type: "image/svg+xml" },
      ],
      apple: "/apple-touch-icon.png",
    },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#14181d" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A static page could not contain the script nonce of the request.
  await connection();
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  const { language } = await requestTranslator();
  return (
    <html
      lang={language}
      className={fontVariables}
      style={readBrandStyle()}
      data-theme={theme === "system" ? undefined : theme}
    >
      <body>
        <TranslatorProvider language={language}>{children}</TranslatorProvider>
        <FollowedLinks />
      </body>
    </html>
  );
}
