/** Limits of labels, without the schemas of the API, so that pages need not load these. */
export const MAX_CATEGORY_CHARACTERS = 40;
export const MAX_NOTE_CHARACTERS = 500;
export const MAX_LABELS_PER_REQUEST = 1_000;
export const MAX_LABELS_PER_PAGE = 5_000;
