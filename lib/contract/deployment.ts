/** The conditions of the operator before a page offers a claim. The API and the program do not check them. */
export type ClaimConditions = {
  /** The address of the terms that a visitor must accept first, or null. */
  terms: string | null;
  /** Whether the visitor's country is on the operator's list. */
  isBlocked: boolean;
};

/** The operator's own appearance of the pages. */
export type Brand = {
  name: string;
  /** The https address of the logo; null for the logo of Vesting Index. */
  logo: string | null;
  /** The address of the operator's terms, or null. */
  terms: string | null;
};

/** The operator's choices that all pages show. */
export type Deployment = { brand: Brand; claimConditions: ClaimConditions };
