FROM node:24-bookworm-slim AS base
WORKDIR /shop
COPY package.json package-lock.json ./

FROM base AS pages
RUN npm ci
COPY tsconfig.json vite.config.ts ./
COPY scripts/ scripts/
COPY src/ src/
RUN npm run build

FROM base AS shop
# The locked versions of what the shop needs when it runs. `--omit=dev` would keep Vite and Vitest, which a library names as optional peers, and the
# Node that npm brings along elsewhere; `--omit=optional` would lose sharp's own binaries.
RUN npm pkg delete devDependencies optionalDependencies && npm ci
COPY package.json ./
COPY data/phone-models/ data/phone-models/
COPY data/demo-listings/ data/demo-listings/
COPY data/meeting-places/ data/meeting-places/
COPY data/cities/ data/cities/
COPY scripts/ scripts/
COPY src/contract/ src/contract/
COPY src/drawing/ src/drawing/
COPY src/server/ src/server/
COPY src/web/public/favicon.svg src/web/public/
COPY --from=pages /shop/dist/ dist/
# The same cache that the first start would fill, where it could write.
RUN node scripts/prepare.mjs node_modules/.cache/redial

FROM node:24-bookworm-slim
# TRUSTED_PROXIES is the operator's to say: the shop does not start in production without it.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
RUN install -d -o node -g node -m 700 /data
COPY --from=shop /shop/ ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "scripts/start.mjs"]
