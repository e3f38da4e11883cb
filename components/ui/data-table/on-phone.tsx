import type { ReactNode } from "react";

/** Content of a cell on a phone only, such as the title of its column. */
export const OnPhone = ({ children }: { children: ReactNode }) => (
  <span className="hidden @max-2xl:inline">{children} </span>
);
