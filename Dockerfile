# docker build -t vesting-index .
# docker run --env-file .env -e HOST=0.0.0.0 -e DATA_DIR=/data -v vesting-index:/data -p 127.0.0.1:3000:3000 vesting-index
FROM node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY ledger/package.json ledger/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && node deploy/docker/copy-runtime-files.mjs /image

FROM node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /image ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=40s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The service is process 1, so that it receives signals and finishes the requests in progress.
CMD ["node", "cli/vesting-index/launch.mjs", "serve"]
