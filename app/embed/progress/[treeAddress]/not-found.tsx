export { default } from "@/app/(dashboard)/campaigns/[treeAddress]/not-found";
