"use client";

import { useEffect, useRef, useState } from "react";
import { Notice } from "@/components/ui/notice";
import { observeAndFix } from "./fix-reference";
import { REFERENCE_STYLES } from "./reference-styles";

/** The bundle of the renderer, loaded only with this component. Its package exports only a server plugin. */
const RENDERER = new URL(
  "../../node_modules/@scalar/fastify-api-reference/dist/js/standalone.js",
  import.meta.url,
);

type Reference = { destroy(): void };
type Renderer = { createApiReference(container: Element, configuration: object): Reference };

declare global {
  interface Window {
    Scalar?: Renderer;
  }
}

const CONFIGURATION = {
  url: "/api/openapi.json",
  // The index links to these anchors.
  generateTagSlug: ({ name }: { name: string }) => name,
  generateOperationSlug: ({ method, path }: { method: string; path: string }) => `${method}${path}`,
  theme: "none",
  customCss: REFERENCE_STYLES,
  // The renderer sends requests only to this service.
  ...{ withDefaultFonts: false, telemetry: false, agent: { disabled: true }, mcp: { disabled: true } },
  ...{
    hideClientButton: true,
    showDeveloperTools: "never",
    documentDownloadType: "none",
    persistAuth: false,
  },
  // The documentation has its own code samples, which tests run.
  hiddenClients: true,
  // The renderer uses the colors of the page, which follow the theme.
  ...{ hideDarkModeToggle: true, forceDarkModeState: "light" },
};

/**
 * Shows every operation of the OpenAPI document, with a client to try it. Scrolls to the operation whose anchor is in
 * the address.
 */
export function InteractiveReference() {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "error">("loading");
  useEffect(() => {
    let reference: Reference | undefined;
    let stopFixing: (() => void) | undefined;
    let isGone = false;
    loadRenderer().then(
      ({ createApiReference }) => {
        if (!container.current || isGone) return;
        document.head.append(...styles);
        reference = createApiReference(container.current, CONFIGURATION);
        stopFixing = observeAndFix(container.current, () => setState("ready"));
      },
      () => setState("error"),
    );
    return () => {
      isGone = true;
      stopFixing?.();
      reference?.destroy();
      // These styles apply to the whole page and must not remain after navigation.
      for (const style of styles) style.remove();
      document.body.classList.remove("light-mode", "dark-mode");
      window.history.scrollRestoration = "auto";
    };
  }, []);
  return (
    <>
      {state === "loading" && <p className="text-ink-soft">Loading the API reference…</p>}
      {state === "error" && (
        <Notice tone="warn">The API reference could not be loaded. Reload the page.</Notice>
      )}
      <div
        ref={container}
        aria-busy={state === "loading"}
        className={`min-h-dvh ${state === "ready" ? "overflow-clip rounded-card border border-line" : ""}`}
      />
    </>
  );
}

let loading: Promise<Renderer> | undefined;

/** The style elements that the renderer adds to the head when it loads. */
let styles: HTMLStyleElement[] = [];

function loadRenderer(): Promise<Renderer> {
  loading ??= new Promise<Renderer>((resolve, reject) => {
    const before = new Set(document.head.querySelectorAll("style"));
    const script = document.createElement("script");
    script.src = RENDERER.href;
    script.onload = () => {
      styles = [...document.head.querySelectorAll("style")].filter((style) => !before.has(style));
      if (window.Scalar) resolve(window.Scalar);
      else reject(new Error("It defines nothing."));
    };
    script.onerror = () => reject(new Error("It could not be fetched."));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
