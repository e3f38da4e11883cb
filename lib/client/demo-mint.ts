/** The mint of the demo token: the address of the demo account of that name, here for pages that need no keys. */
export const DEMO_MINT = "Fe3VqFbte9Kivbw59q71i38ciaq56U68viUEsG5uDQ6t";
