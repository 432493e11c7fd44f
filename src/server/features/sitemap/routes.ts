import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { HELP_TOPICS, helpPath } from '#contract/help.ts';
import { minutes } from '#contract/shared/durations.ts';
import { PRICES } from '#contract/shared/limits.ts';
import { UUID } from '#contract/shared/uuid.ts';
import { NotFoundError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findBrandNames, findModelIds, findPageEnd, findSitemapRows, type SitemapKind } from './queries.ts';
import { ROBOTS, URLS_BEGIN, URLS_END, writeIndex, writeUrl, writeUrls } from './xml.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'origin'> & { pageSize?: number };

/** Addresses in one file; the format allows 50,000. */
const PAGE_SIZE = 10_000;
const XML = 'application/xml; charset=utf-8';
const HOUR = 'public, max-age=3600';

/** Where the pages of each kind are. */
const KINDS: Record<SitemapKind, string> = { listings: '/selected-items-details/', sellers: '/seller/' };

const STORED_MS = minutes(5);

/** Rows read per query. */
const CHUNK = 1_000;

/** The files that search engines request first: which pages there are, and which to skip. */
export function sitemapRoutes(app: FastifyInstance, { db, clock, origin: shop, pageSize = PAGE_SIZE }: Needs): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', HOUR).send(`${ROBOTS}\nSitemap: ${shop.url()}/sitemap.xml\n`),
  );

  app.get('/sitemap-pages.xml', async (_request, reply) => {
    const brands = (await findBrandNames(db)).map((name) => `/category/${encodeURIComponent(name)}`);
    const prices = (await findModelIds(db)).map((id) => `/prices/${encodeURIComponent(id)}`);
    const help = HELP_TOPICS.map(({ slug }) => helpPath(slug));
    return sendXml(reply, writeUrls(shop.url(), ['/', '/phones', '/wanted', '/blogs', '/help', ...help, ...brands, '/prices', ...prices]));
  });

  const kinds = Object.keys(KINDS) as SitemapKind[];
  const starts = kinds.map((kind) => ({ kind, find: createPageStarts({ db, clock, pageSize }, kind) }));
  app.get('/sitemap.xml', async (_request, reply) => {
    const files = await Promise.all(
      starts.map(async ({ kind, find }) => [`/sitemap-${kind}.xml`, ...(await find()).map((after) => `/sitemap-${kind}.xml?after=${after}`)]),
    );
    return sendXml(reply, writeIndex(shop.url(), ['/sitemap-pages.xml', ...files.flat()]));
  });

  for (const kind of kinds) {
    app.get<{ Querystring: { after?: string | string[] } }>(`/sitemap-${kind}.xml`, { config: { price: PRICES.siteMap } }, async (request, reply) => {
      const { after } = request.query;
      if (after !== undefined && (typeof after !== 'string' || !UUID.test(after))) throw new NotFoundError();
      return sendXml(reply, Readable.from(writeRows({ db, pageSize, origin: shop.url() }, kind, after ?? null)));
    });
  }
}

/** Finds the ids after which the second and each later page begins. That reads every row, so the result is cached for five minutes. */
function createPageStarts({ db, clock, pageSize }: Required<Pick<Needs, 'db' | 'clock' | 'pageSize'>>, kind: SitemapKind): () => Promise<string[]> {
  let cached: { at: number; starts: Promise<string[]> } | null = null;
  return () => {
    const now = clock.now();
    // Absolute, because the clock may be set back.
    if (cached && Math.abs(now - cached.at) < STORED_MS) return cached.starts;
    const starts = readPageStarts(db, kind, pageSize);
    cached = { at: now, starts };
    starts.catch(() => {
      cached = null;
    });
    return starts;
  };
}

async function readPageStarts(db: Needs['db'], kind: SitemapKind, size: number): Promise<string[]> {
  const starts: string[] = [];
  for (let end = await findPageEnd(db, kind, { after: null, size }); end !== null; end = await findPageEnd(db, kind, { after: end, size })) starts.push(end);
  return starts;
}

const sendXml = (reply: FastifyReply, xml: string | Readable) => reply.type(XML).header('cache-control', HOUR).send(xml);

type Writing = { db: Needs['db']; pageSize: number; origin: string };

/** Streams one page of addresses. */
async function* writeRows({ db, pageSize, origin }: Writing, kind: SitemapKind, after: string | null): AsyncGenerator<string> {
  yield URLS_BEGIN;
  let last = after;
  for (let left = pageSize; left > 0; ) {
    const rows = await findSitemapRows(db, kind, { after: last, limit: Math.min(left, CHUNK) });
    for (const { id, created_at } of rows) yield writeUrl(`${origin}${KINDS[kind]}${id}`, created_at);
    last = rows.at(-1)?.id ?? null;
    if (last === null || rows.length < Math.min(left, CHUNK)) break;
    left -= rows.length;
  }
  yield URLS_END;
}
