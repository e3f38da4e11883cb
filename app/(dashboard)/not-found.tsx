import { NoSuchPage } from "@/components/ui/page/no-such-page";

/** Pages of a list that are not there; a campaign that is not has a page of its own. */
export default function NoSuchListPage() {
  return <NoSuchPage />;
}
