import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canConnect, getOutput, Server } from "../cluster/servers";
import { freePort } from "../load/service/service";
import { adapt } from "./adapt";
import { asNobody, type DeploymentTest } from "./trial";

const HOST = "vesting.example.com";

export type Nginx = Server & {
  /** The http port: with a redirect, or with the service if it is plain. */
  plainPort: number;
  certificate: string;
  /** Routes requests to another port from now on; pending requests end on the old one. */
  switchTo(port: number): Promise<void>;
};

/**
 * Starts Debian's nginx as a user without privileges, with the example configuration, in front of a service.
 */
export async function startNginx(
  deploymentTest: DeploymentTest,
  service: number,
  { isPlain = false } = {},
): Promise<Nginx> {
  const folder = await deploymentTest.ownFolder("nginx");
  const [port, plainPort] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder, "privkey.pem"), join(folder, "fullchain.pem")];
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  const made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await getOutput(["openssl", "req", ...made, "-days", "2", ...subject, "-keyout", key, "-out", certificate]);
  await getOutput(["chmod", "644", key]);
  const example = readFileSync("deploy/proxy/nginx.conf", "utf8");
  const own = isPlain
    ? ([
        ["return 308 https://$host$request_uri;", "return 404;"],
        ["listen 80;", `listen 127.0.0.1:${port};`],
        ["listen 443 ssl http2;", `listen 127.0.0.1:${plainPort};`],
        ["server_name vesting.example.com;", "server_name _;"],
        ["ssl_certificate ", "# "],
        ["ssl_certificate_key ", "# "],
      ] as const)
    : ([
        ["listen 80;", `listen 127.0.0.1:${plainPort};`],
        ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
        ["/etc/letsencrypt/live/vesting.example.com/fullchain.pem", certificate],
        ["/etc/letsencrypt/live/vesting.example.com/privkey.pem", key],
      ] as const);
  const file = join(folder, "nginx.conf");
  const write = (to: number) => {
    const moved = [
      ["127.0.0.1:3000;", `127.0.0.1:${to};`],
      ["/var/cache/nginx/vesting_index", `${folder}/cache`],
    ] as const;
    const site = adapt(example, [...moved, ...own]);
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const text = `pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 2;
events {}
http {
access_log off;
${folders.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
${site}}
`;
    writeFileSync(file, text, { mode: 0o644 });
  };
  write(service);
  const command = asNobody(["nginx", "-p", folder, "-c", file]);
  const foreground = [...command, "-g", "daemon off;"];
  const server = new Server("nginx", port, foreground, () => canConnect(port));
  await deploymentTest.start(server);
  const switchTo = async (to: number) => {
    write(to);
    await getOutput([...command, "-s", "reload"]);
  };
  return Object.assign(server, { plainPort, certificate, switchTo });
}
