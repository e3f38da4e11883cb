"use client";

import { Toast as Primitive } from "radix-ui";
import { useTranslator } from "@/components/i18n/use-translator";
import { buttonClass } from "./button";
import { Icon } from "./icon";
import { dismissToast, type Toast, useToasts } from "./toast-store";

const SHOWN_MS = 6_000;
/** Longer, because the user must read the message and decide. */
const SHOWN_WITH_UNDO_MS = 10_000;

/** Shows the toasts, announces them to screen readers, and moves the focus to them with F8. */
export default function Toaster() {
  const t = useTranslator();
  return (
    <Primitive.Provider label={t("Notification")}>
      {useToasts().map((toast) => (
        <ToastView key={toast.id} {...toast} />
      ))}
      <Primitive.Viewport
        label={t("Notifications ({hotkey})", { hotkey: "F8" })}
        className="fixed right-0 bottom-16 z-50 flex w-full max-w-sm flex-col gap-2 p-4 outline-none md:bottom-0 print:hidden"
      />
    </Primitive.Provider>
  );
}

function ToastView({ id, title, text, tone, undo }: Toast) {
  const t = useTranslator();
  return (
    <Primitive.Root
      type={tone === "danger" ? "foreground" : "background"}
      duration={undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS}
      onOpenChange={(isOpen) => isOpen || dismissToast(id)}
      className="flex animate-rise items-start gap-3 rounded-card border border-line bg-surface p-3 text-sm shadow-overlay"
    >
      {tone && (
        <span className={tone === "good" ? "text-success" : "text-danger"}>
          <Icon name={tone === "good" ? "check" : "warning"} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <Primitive.Title className="font-medium">{title}</Primitive.Title>
        {text && (
          <Primitive.Description className="text-ink-soft wrap-anywhere">{text}</Primitive.Description>
        )}
      </div>
      {undo && (
        <Primitive.Action
          altText={t("Undo")}
          onClick={undo}
          className={buttonClass("secondary", "-my-1", "small")}
        >
          {t("Undo")}
        </Primitive.Action>
      )}
      <Primitive.Close
        aria-label={t("Close")}
        className="-my-1 -mr-1 grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-raised hover:text-ink pointer-coarse:-my-3 pointer-coarse:size-11"
      >
        <Icon name="close" className="size-4" />
      </Primitive.Close>
    </Primitive.Root>
  );
}
