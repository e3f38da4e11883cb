/** Returns the messages of the viewer: from the context in the browser, from the request on the server. */
export { useTranslator } from "#use-translator";
