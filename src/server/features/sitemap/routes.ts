import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { HELP_TOPICS, helpPath } from '#contract/help.ts';
import { minutes } from '#contract/shared/durations.ts';
import { PRICES } from '#contract/shared/limits.ts';
import { NotFoundError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findBrandNames, findListingsOnSale, findPageEnd } from './queries.ts';
import { ROBOTS, URLS_BEGIN, URLS_END, writeIndex, writeUrl, writeUrls } from './xml.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'origin'> & { pageSize?: number };

/** Addresses in one file; the format allows 50,000. */
const PAGE_SIZE = 10_000;
const XML = 'application/xml; charset=utf-8';
const HOUR = 'public, max-age=3600';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

const STORED_MS = minutes(5);

/** Rows read per query. */
const CHUNK = 1_000;

/** The files that search engines request first: which pages there are, and which to skip. */
export function sitemapRoutes(app: FastifyInstance, { db, clock, origin: shop, pageSize = PAGE_SIZE }: Needs): void {
  const findPageStarts = createPageStarts({ db, clock, pageSize });

  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', HOUR).send(`${ROBOTS}\nSitemap: ${shop.url()}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const listings = (await findPageStarts()).map((after) => `/sitemap-listings.xml?after=${after}`);
    return sendXml(reply, writeIndex(shop.url(), ['/sitemap-pages.xml', '/sitemap-listings.xml', ...listings]));
  });

  app.get('/sitemap-pages.xml', async (_request, reply) => {
    const brands = (await findBrandNames(db)).map((name) => `/category/${encodeURIComponent(name)}`);
    return sendXml(reply, writeUrls(shop.url(), ['/', '/phones', '/blogs', '/help', ...HELP_TOPICS.map(({ slug }) => helpPath(slug)), ...brands]));
  });

  app.get<{ Querystring: { after?: string | string[] } }>('/sitemap-listings.xml', { config: { price: PRICES.siteMap } }, async (request, reply) => {
    const { after } = request.query;
    if (after !== undefined && (typeof after !== 'string' || !ID.test(after))) throw new NotFoundError();
    return sendXml(reply, Readable.from(writeListings({ db, pageSize, origin: shop.url() }, after ?? null)));
  });
}

/** Finds the ids after which the second and each later page begins. That reads every listing, so the result is cached for five minutes. */
function createPageStarts({ db, clock, pageSize }: Required<Pick<Needs, 'db' | 'clock' | 'pageSize'>>): () => Promise<string[]> {
  let cached: { until: number; starts: Promise<string[]> } | null = null;
  return () => {
    const now = clock.now();
    if (cached && cached.until > now) return cached.starts;
    const starts = readPageStarts(db, pageSize);
    cached = { until: now + STORED_MS, starts };
    starts.catch(() => {
      cached = null;
    });
    return starts;
  };
}

async function readPageStarts(db: Needs['db'], pageSize: number): Promise<string[]> {
  const starts: string[] = [];
  for (let end = await findPageEnd(db, null, pageSize); end !== null; end = await findPageEnd(db, end, pageSize)) starts.push(end);
  return starts;
}

const sendXml = (reply: FastifyReply, xml: string | Readable) => reply.type(XML).header('cache-control', HOUR).send(xml);

/** Streams one page of listings' addresses. */
async function* writeListings({ db, pageSize, origin }: { db: Needs['db']; pageSize: number; origin: string }, after: string | null): AsyncGenerator<string> {
  yield URLS_BEGIN;
  let last = after;
  for (let left = pageSize; left > 0; ) {
    const rows = await findListingsOnSale(db, last, Math.min(left, CHUNK));
    for (const { id, created_at } of rows) yield writeUrl(`${origin}/selected-items-details/${id}`, created_at);
    last = rows.at(-1)?.id ?? null;
    if (last === null || rows.length < Math.min(left, CHUNK)) break;
    left -= rows.length;
  }
  yield URLS_END;
}
