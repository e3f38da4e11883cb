// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { showToast } from "@/components/ui/toast-store";
import Toaster from "@/components/ui/toaster";
import { show } from "../show";

afterEach(cleanup);

describe("Toaster", () => {
  test("shows a message until the user closes it", () => {
    show(<Toaster />);
    act(() => showToast({ title: "Draft saved." }));
    expect(screen.getByText("Draft saved.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText("Draft saved.")).toBeNull();
  });

  test("offers to undo an action and closes after it", () => {
    const undo = vi.fn();
    show(<Toaster />);
    act(() => showToast({ title: "Draft deleted.", undo }));
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.queryByText("Draft deleted.")).toBeNull();
  });

  test("shows the three newest messages", () => {
    show(<Toaster />);
    act(() => {
      for (const title of ["First", "Second", "Third", "Fourth"]) showToast({ title });
    });
    expect(screen.queryByText("First")).toBeNull();
    expect(screen.getAllByRole("button", { name: "Close" })).toHaveLength(3);
  });
});
