import { NoSuchPage } from "@/components/ui/page/no-such-page";

/** The page for missing pages of a list. A missing campaign has its own page. */
export default function NoSuchListPage() {
  return <NoSuchPage />;
}
