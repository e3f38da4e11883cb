"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { EmptyState } from "@/components/ui/notice";
import { useWallet } from "@/components/wallet/wallet-store";

type WhoseAddressProps = {
  path: "/portfolio" | "/activity";
  title: string /** Something unreadable. */;
  isGiven: boolean;
};

/** In the place of what an address has: whoever is connected is led to their own, others are asked. */
export function WhoseAddress({ path, title, isGiven }: WhoseAddressProps) {
  const router = useRouter();
  const { account, connecting } = useWallet();
  const mine = isGiven ? undefined : account?.address;
  useEffect(() => {
    if (mine) router.replace(`${path}?address=${mine}`);
  }, [mine, path, router]);
  return (
    <EmptyState title={title}>
      {mine || connecting ? "Opening yours…" : "Connect a wallet to see yours, or give any address."}
    </EmptyState>
  );
}
