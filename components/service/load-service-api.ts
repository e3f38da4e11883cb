/** Loads the API client when it is needed, because it is a large part of the scripts of a page. */
export const loadServiceApi = async () => (await import("./service-api")).serviceApi();
