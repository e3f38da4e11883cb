/** The viewer's words, in every part of a page: from the context in the browser, from the request on the server. */
export { useWords } from "#use-words";
