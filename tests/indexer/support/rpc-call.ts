/** Returns a function that calls methods of a node and returns their results. */
export const getRpc =
  (nodeUrl: string) =>
  async <Result>(method: string, params: unknown[]): Promise<Result> => {
    const response = await fetch(nodeUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = Object(await response.json());
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
