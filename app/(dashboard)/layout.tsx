import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { readDeployment } from "@/lib/service/pages/deployment";
import { readShell } from "@/lib/service/pages/shell";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Shell {...readDeployment(await headers())} {...(await readShell())}>
      {children}
    </Shell>
  );
}
