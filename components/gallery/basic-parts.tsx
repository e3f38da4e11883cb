import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button, ButtonLink, type ButtonTone, Spinner } from "@/components/ui/button";
import { Card, Fact, Facts, Figure } from "@/components/ui/card";
import { ICON_NAMES, Icon } from "@/components/ui/icon";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { PrintButton } from "@/components/ui/print-button";
import { Address, WholeAddress } from "@/components/ui/values/address";
import { Amount, BareAmount } from "@/components/ui/values/amount";
import { Countdown, Time } from "@/components/ui/values/time";
import { LookAlike, TokenName } from "@/components/ui/values/token";
import { TokenMark } from "@/components/ui/values/token-mark";
import { ZoneNote } from "@/components/ui/values/zone-note";

export const TONES: readonly BadgeTone[] = ["neutral", "good", "info", "warn", "danger"];
const BUTTON_TONES: readonly ButtonTone[] = ["primary", "secondary", "danger", "danger-quiet", "quiet"];
const ADDRESS = "So11111111111111111111111111111111111111112";
const TOKEN = { mint: ADDRESS, decimals: 6, unit: "DEMO", isKnown: true };
const NAMES = { symbol: "GAL", name: "Gallery token", imitates: null, hasLogo: false };
const NAMED_TOKEN = { mint: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU", unit: "GAL", names: NAMES };
const U64_MAX = 2n ** 64n - 1n;

export function Buttons() {
  return (
    <Card title="Buttons" aside="enabled, busy, disabled, as a link">
      <div className="space-y-3">
        {BUTTON_TONES.map((tone) => (
          <div key={tone} className="flex flex-wrap gap-2">
            <Button tone={tone}>{tone}</Button>
            <Button tone={tone} busy>
              {tone}
            </Button>
            <Button tone={tone} disabled>
              {tone}
            </Button>
            <ButtonLink tone={tone} href="/gallery">
              {tone}
            </ButtonLink>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-2">
          {(["small", "normal", "large"] as const).map((size) => (
            <Button key={size} size={size}>
              {size}
            </Button>
          ))}
          <Spinner />
          <PrintButton />
        </div>
      </div>
    </Card>
  );
}

const TOKENS = [
  "bg",
  "surface",
  "raised",
  "line",
  "line-strong",
  "accent",
  "success",
  "info",
  "warn",
  "danger",
];
const SIZES = ["text-xs", "text-sm", "text-base", "text-lg", "text-xl", "text-2xl", "text-3xl", "text-4xl"];

/** Shows the color tokens and the type scale of globals.css. */
export function Tones() {
  return (
    <Card title="Colors and type scale">
      <ul className="grid grid-cols-5 gap-2 text-xs text-ink-soft">
        {TOKENS.map((token) => (
          <li key={token}>
            <span
              style={{ backgroundColor: `var(--color-${token})` }}
              className="block h-8 rounded-md border border-line"
            />
            {token}
          </li>
        ))}
      </ul>
      <ul className="mt-4">
        {SIZES.map((size) => (
          <li key={size} style={{ fontSize: `var(--${size})` }}>
            {size.slice("text-".length)} 1,234,567.89
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Badges() {
  return (
    <Card title="Badges and icons">
      <div className="flex flex-wrap gap-2">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <ul className="mt-4 grid grid-cols-3 gap-2 text-sm text-ink-soft sm:grid-cols-4">
        {ICON_NAMES.map((name) => (
          <li key={name} className="flex items-center gap-2">
            <Icon name={name} /> {name}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Values({ now }: { now: number }) {
  const [past, later] = [String(now - 86_400), String(now + 90_000)];
  const values = {
    Address: <Address address={ADDRESS} name="mint" />,
    "Full address": <WholeAddress address={ADDRESS} name="mint" />,
    "Address with a link": <Address address={ADDRESS} name="mint" href="/gallery" />,
    Amount: <Amount value="1234567891" token={TOKEN} />,
    "Amount with its value": <Amount value="1234567891" token={TOKEN} price={2.5} />,
    "Largest amount, exact": <Amount value={U64_MAX} token={TOKEN} exact />,
    Moment: <Time at={past} />,
    "Relative time": <Time at={past} relative />,
    Day: <Time at={past} dayOnly />,
    Countdown: <Countdown to={later} done="over" />,
    "Finished countdown": <Countdown to={past} done="over" />,
    Token: <TokenName token={NAMED_TOKEN} />,
    "Logo of a token": <TokenMark token={{ ...TOKEN, ...NAMED_TOKEN }} />,
    "Time zone": <ZoneNote />,
    "Token that imitates another": <LookAlike names={{ ...NAMES, imitates: "USDC" }} />,
  };
  return (
    <Card title="Values">
      <Facts>
        {Object.entries(values).map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
      <div className="mt-4 border-t border-line pt-4">
        <Facts isAligned>
          <Fact label="Address in a column of values">
            <WholeAddress address={ADDRESS} name="mint" />
          </Fact>
          <Fact label="Amount">
            <BareAmount value="1234567891" token={TOKEN} />
          </Fact>
          <Fact label="Amount of zero">
            <BareAmount value="0" token={TOKEN} />
          </Fact>
        </Facts>
      </div>
    </Card>
  );
}

export function Figures() {
  return (
    <Card title="Figures" aside="with a note, and without">
      <dl className="grid grid-cols-2 gap-4">
        <Figure label="Vested" note="12.50%">
          <Amount value="1234567891" token={TOKEN} />
        </Figure>
        <Figure label="Total">
          <Amount value={U64_MAX} token={TOKEN} />
        </Figure>
      </dl>
      <LinkTabs
        label="Views"
        tabs={[
          { href: "/gallery", label: "Current", current: true, count: 12_345 },
          { href: "/gallery?view=other", label: "Other", current: false, count: 0 },
          { href: "/gallery?view=plain", label: "Without a count", current: false },
        ]}
      />
    </Card>
  );
}
