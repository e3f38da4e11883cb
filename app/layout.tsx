import type { Metadata } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Vesting Index", template: "%s · Vesting Index" },
  description: "See, prove and act on Solana token-vesting campaigns.",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page made ahead of its request could not carry the request's script nonce.
  await connection();
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
