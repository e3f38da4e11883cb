import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "@/components/ui/link";

export type ButtonTone = "primary" | "secondary" | "danger" | "quiet";

const TONES: Record<ButtonTone, string> = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-raised",
  danger: "border border-danger bg-surface text-danger hover:bg-danger-soft",
  quiet: "text-ink-soft hover:bg-raised hover:text-ink",
};

/** Returns the button classes for other elements (links, triggers). The height is 44 px for touch input. */
export function buttonClass(tone: ButtonTone = "secondary", extra = ""): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-box px-4 text-sm font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-55 print:hidden ${TONES[tone]} ${extra}`;
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { tone?: ButtonTone; busy?: boolean };

export function Button({ tone, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(tone, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export function ButtonLink(props: {
  href: string;
  tone?: ButtonTone;
  children: ReactNode;
  /**
   * False for links that only change a part of the page, such as pagination, so that the scroll position
   * stays.
   */
  scroll?: boolean;
}) {
  return (
    <Link href={props.href} scroll={props.scroll} className={buttonClass(props.tone)}>
      {props.children}
    </Link>
  );
}

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 motion-safe:animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
