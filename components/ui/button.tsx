import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "@/components/ui/link";

/** `danger` is the last step of a destructive action. `danger-quiet` opens it, beside other buttons. */
export type ButtonTone = "primary" | "secondary" | "danger" | "danger-quiet" | "quiet";
export type ButtonSize = "small" | "normal" | "large";

/** A disabled button keeps a readable label: text at reduced opacity has too little contrast. */
const DISABLED_FILL =
  "disabled:bg-raised disabled:text-ink-soft disabled:shadow-none disabled:ring-1 disabled:ring-inset disabled:ring-line";
const DISABLED_BORDER = "disabled:border-line disabled:bg-raised disabled:text-ink-soft disabled:shadow-none";

const TONES: Record<ButtonTone, string> = {
  primary: `bg-accent text-accent-ink shadow-box hover:bg-accent-hover ${DISABLED_FILL}`,
  secondary: `border border-line-strong bg-surface text-ink shadow-box hover:bg-raised ${DISABLED_BORDER}`,
  danger: `bg-danger-fill text-danger-ink shadow-box hover:bg-danger-hover ${DISABLED_FILL}`,
  "danger-quiet": `border border-danger bg-surface text-danger hover:bg-danger-soft ${DISABLED_BORDER}`,
  quiet: "text-ink-soft hover:bg-raised hover:text-ink disabled:bg-transparent disabled:opacity-75",
};

/** At least 44 px high for touch input. A mouse on a wide screen gets denser controls. */
const SIZES: Record<ButtonSize, string> = {
  small: "min-h-11 px-3 text-sm md:pointer-fine:min-h-8 md:pointer-fine:px-2.5",
  normal: "min-h-11 px-4 text-sm md:pointer-fine:min-h-9 md:pointer-fine:px-3.5",
  large: "min-h-12 px-6 text-base",
};

/** Returns the button classes for other elements (links, triggers). */
export function buttonClass(tone: ButtonTone = "secondary", extra = "", size: ButtonSize = "normal"): string {
  return `inline-flex items-center justify-center gap-2 rounded-box font-medium transition-colors disabled:cursor-not-allowed print:hidden ${SIZES[size]} ${TONES[tone]} ${extra}`;
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  busy?: boolean;
};

export function Button({ tone, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(tone, className, size)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export function ButtonLink(props: {
  href: string;
  tone?: ButtonTone;
  size?: ButtonSize;
  children: ReactNode;
  /**
   * False for links that only change a part of the page, such as pagination, so that the scroll position
   * stays.
   */
  scroll?: boolean;
}) {
  return (
    <Link href={props.href} scroll={props.scroll} className={buttonClass(props.tone, "", props.size)}>
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
