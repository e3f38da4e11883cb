import * as z from "zod";

export const waitlistBody = z
  .object({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .pipe(z.email("must be an email address"))
      .meta({ description: "An email address; case-insensitive" }),
  })
  .meta({ id: "WaitlistRequest" });
