// Outside Next there is no client bundle to protect, so this replacement of the `server-only` package is
// empty.
export {};
