import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";

type NoCampaignsProps = {
  /** What the list was narrowed by. */
  wanted: Readonly<Record<string, string | undefined>>;
  problem: { field: string; message: string } | null;
  /** The same list in its usual order. */
  unsorted: string;
};

/** In the place of a list of campaigns that has none: why, and what to do. */
export function NoCampaigns({ wanted, problem, unsorted }: NoCampaignsProps) {
  const all = <ButtonLink href="/campaigns">Show all campaigns</ButtonLink>;
  if (problem?.field === "sort") {
    return (
      <EmptyState
        title="Not in this order"
        action={<ButtonLink href={unsorted}>Show them newest first</ButtonLink>}
      >
        {problem.message}
      </EmptyState>
    );
  }
  if (problem) {
    return (
      <EmptyState title="Nothing to show for this search" action={all}>
        {problem.message}
      </EmptyState>
    );
  }
  if (wanted.q !== undefined) {
    return (
      <EmptyState title={`No campaign is called “${wanted.q}”`} action={all}>
        A name is found by the beginnings of its words. Try fewer letters, another word, or the address of the
        campaign, its creator or its token.
      </EmptyState>
    );
  }
  if (Object.values(wanted).some(Boolean)) {
    return (
      <EmptyState title="No campaign matches" action={all}>
        Remove a filter to see more.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No campaign yet"
      action={
        <ButtonLink href="/create" tone="primary">
          Create the first one
        </ButtonLink>
      }
    >
      A campaign locks tokens and releases them to its recipients over time.
    </EmptyState>
  );
}
