# syntax=docker/dockerfile:1
# See docs/operations.md, In containers, for what has been tested.

FROM node:24.21.0-slim AS build
WORKDIR /app
# npm runs our postinstall script, so it must be copied first.
COPY package.json package-lock.json .npmrc ./
COPY tools/link-node.mjs tools/
RUN npm ci
COPY . .
RUN TIDINGS_BUILD=production npm run build

FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has its own Node, so the packaged one is removed. No package needs its install script.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24.21.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WORKER_PORT=3001 DATA_DIR=/data
WORKDIR /app
# Owned by the image's user, as is a named volume mounted there. Nothing else is written, except to /tmp.
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "const { ROLE, PORT, WORKER_PORT } = process.env; fetch(`http://127.0.0.1:${ROLE === 'worker' ? WORKER_PORT : PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=1024", "dist/server/main.js"]
