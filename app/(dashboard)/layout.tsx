import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { readShell } from "@/lib/service/pages/shell";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return <Shell {...(await readShell())}>{children}</Shell>;
}
