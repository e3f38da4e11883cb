import { createServer } from "node:http";
import { listenLocally } from "@/tests/support/local-server";

/**
 * Starts a site of another origin. Its page shows the address of the parameter `frame` in a frame, which takes the
 * height that the frame reports.
 */
export function startPartnerSite(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(PAGE);
  });
  return listenLocally(server);
}

const PAGE = `<!doctype html>
<html lang="en">
<title>Partner</title>
<h1>Our team</h1>
<iframe title="Claim" width="100%" height="640" style="border: 0"></iframe>
<script>
  const frame = document.querySelector("iframe");
  frame.src = new URLSearchParams(location.search).get("frame");
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && data.type === "vesting-index:height") frame.height = data.height;
  });
</script>
</html>`;
