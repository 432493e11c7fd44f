import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { renderPage, renderStandalone, toReadAddress } from '../../web/entry.server.tsx';
import { type AssetsOf, readPageAssets, type StandaloneAssetsOf } from './page-assets.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CLIENT = join(ROOT, 'dist/client');
const RENDERER = join(ROOT, 'dist/server/entry.server.js');

/** Renders an address to HTML, and serves the files that HTML refers to. */
export type PageRenderer = {
  render: typeof renderPage;
  /** Renders a page that runs without React. */
  renderStandalone: (...page: Parameters<typeof renderStandalone>) => Promise<string>;
  assetsOf: AssetsOf;
  standaloneAssetsOf: StandaloneAssetsOf;
  /** A page's address without the parameters the page ignores. */
  toReadAddress: typeof toReadAddress;
};

type RendererModule = { renderPage: typeof renderPage; renderStandalone: typeof renderStandalone; toReadAddress: typeof toReadAddress };

/** Serves the output of `npm run build`; throws a sentence when there is none. */
export async function openBuiltRenderer(app: FastifyInstance): Promise<PageRenderer> {
  if (!existsSync(RENDERER)) throw new Error('The pages are not built yet. Run `npm run build`, then start again.');
  const assets = await readPageAssets(CLIENT);
  await serveBuiltFiles(app);
  // The server's only link to the pages: their own bundle, including its React.
  const module = (await import(pathToFileURL(RENDERER).href)) as RendererModule;
  return { ...assets, render: module.renderPage, renderStandalone: async (...page) => module.renderStandalone(...page), toReadAddress: module.toReadAddress };
}

async function serveBuiltFiles(app: FastifyInstance): Promise<void> {
  // Their names contain a content hash.
  await app.register(fastifyStatic, {
    root: join(CLIENT, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
  });
  await app.register(fastifyStatic, {
    root: CLIENT,
    prefix: '/',
    wildcard: false,
    globIgnore: ['assets/**', 'manifest.json', '**/*.gz', '**/*.br'],
    preCompressed: true,
    maxAge: '1d',
    decorateReply: false,
    setHeaders: (reply, path) => {
      // A browser shows a page's news with the worker it has: it must learn of a new one soon.
      if (path.endsWith('-worker.js')) reply.header('cache-control', 'no-cache');
    },
  });
}

/** Serves the sources with hot reload. */
export async function openDevRenderer(app: FastifyInstance, isPageAddress: (url: string) => boolean): Promise<PageRenderer> {
  const [{ createServer }, middie] = await Promise.all([import('vite'), import('@fastify/middie')]);
  const vite = await createServer({ root: ROOT, server: { middlewareMode: true, hmr: { server: app.server } } });
  await app.register(middie.default);
  app.use((request, response, next) => {
    if (isPageAddress(request.url ?? '/')) vite.middlewares(request, response, next);
    else next();
  });
  app.addHook('onClose', () => vite.close());
  return {
    assetsOf: DEV_ASSETS,
    standaloneAssetsOf: (id) => ({ ...DEV_ASSETS([]), scripts: ['/@vite/client', `/src/web/entry.${id}.ts`] }),
    renderStandalone: async (...page) => ((await vite.ssrLoadModule('/src/web/entry.server.tsx')) as RendererModule).renderStandalone(...page),
    // The development server uses query parameters of its own.
    toReadAddress: (url) => url,
    async render(page) {
      try {
        const module = (await vite.ssrLoadModule('/src/web/entry.server.tsx')) as RendererModule;
        return await module.renderPage(page);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        throw error;
      }
    },
  };
}

const DEV_ASSETS: AssetsOf = () => ({
  styles: ['/src/web/styles.css'],
  scripts: ['/@vite/client', '/src/web/entry.dev.tsx'],
  modulePreloads: [],
});
