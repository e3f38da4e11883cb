import { PageNotFound } from "@/components/ui/page/page-not-found";

/** The page for missing pages of a list. A missing campaign has its own page. */
export default function NotFound() {
  return <PageNotFound />;
}
