const facts = [
  [
    "See",
    "Campaigns, claims, timelines and every beneficiary's progress, read from the ledger's own events.",
  ],
  ["Prove", "Merkle proofs for each leaf, checked against the root that the ledger holds."],
  ["Act", "Unsigned transactions for cancelling, refunding and releasing, for your wallet to sign."],
] as const;

export default function LandingPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-3xl flex-col justify-center gap-12 px-6 py-16">
      <header className="flex flex-col gap-4">
        <h1 className="font-semibold text-4xl text-balance tracking-tight sm:text-5xl">
          Token vesting on Solana, in plain sight.
        </h1>
        <p className="max-w-prose text-lg text-pretty opacity-75">
          Vesting Index mirrors vesting campaigns off chain, so that anyone can look up what was promised,
          what has vested and what was claimed.
        </p>
      </header>
      <dl className="grid gap-8 sm:grid-cols-3">
        {facts.map(([title, text]) => (
          <div key={title} className="flex flex-col gap-2 border-current/15 border-t pt-4">
            <dt className="font-medium">{title}</dt>
            <dd className="text-sm opacity-75">{text}</dd>
          </div>
        ))}
      </dl>
      <nav className="flex gap-6 text-sm">
        <a className="underline underline-offset-4" href="/docs">
          API documentation
        </a>
        <a className="underline underline-offset-4" href="/api/openapi.json">
          OpenAPI document
        </a>
      </nav>
    </main>
  );
}
