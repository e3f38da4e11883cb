"use client";

export { PrintButton } from "@/components/review/document";
