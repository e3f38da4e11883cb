// Outside Next there is no client bundle to keep this package's import out of, so the mark is empty here.
export {};
