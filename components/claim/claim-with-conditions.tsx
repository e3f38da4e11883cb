"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useUnmetConditions } from "./claim-conditions";

const ClaimConditionsDialog = dynamic(() => import("./claim-conditions-dialog"), { ssr: false });

type ClaimWithConditionsProps = { children: ReactNode; onClose: () => void };

/** Shows the dialog of a claim, or first that of the operator's conditions. */
export function ClaimWithConditions({ children, onClose }: ClaimWithConditionsProps) {
  const conditions = useUnmetConditions();
  return conditions ? <ClaimConditionsDialog {...{ conditions, onClose }} /> : children;
}
