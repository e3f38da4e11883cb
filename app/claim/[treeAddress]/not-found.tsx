export { default } from "../../(dashboard)/campaigns/[treeAddress]/not-found";
