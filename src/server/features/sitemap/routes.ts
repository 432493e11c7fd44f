import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PRICES } from '#contract/shared/limits.ts';
import { NotFoundError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findBrandNames, findListingsOnSale, findPageEnd } from './queries.ts';

/** Addresses in one file; the format allows 50,000. */
const PAGE_SIZE = 10_000;
/** Rows read at once. */
const CHUNK = 1_000;
const STORED_MS = 300_000;
const HOUR = 'public, max-age=3600';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string): string => text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);

const url = (address: string, modified?: number): string =>
  `<url><loc>${escapeXml(address)}</loc>${modified === undefined ? '' : `<lastmod>${new Date(modified).toISOString()}</lastmod>`}</url>`;

const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /dashboard',
    'Disallow: /booking-page/',
    'Disallow: /login',
    'Disallow: /signup',
    'Disallow: /reset-password',
    'Disallow: /mailbox',
    'Disallow: /practice-',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

type Needs = Pick<Services, 'db' | 'clock' | 'origin'> & { pageSize?: number };

/** What search engines ask for first: which pages there are, and which are none of theirs. */
export const sitemapRoutes = (app: FastifyInstance, { db, clock, origin: shop, pageSize = PAGE_SIZE }: Needs): void => {
  const sendXml = (reply: FastifyReply, xml: string) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', HOUR)
      .send(HEAD + xml);

  /** The addresses behind which the second and every later page begins. */
  const readPageStarts = async (): Promise<string[]> => {
    const starts: string[] = [];
    for (let end = await findPageEnd(db, null, pageSize); end !== null; end = await findPageEnd(db, end, pageSize)) starts.push(end);
    return starts;
  };

  /** Finding them walks along every listing: asked for together or soon after one another, they are found once. */
  let stored: { until: number; starts: Promise<string[]> } | null = null;
  const pageStarts = (): Promise<string[]> => {
    const now = clock.now();
    if (stored && stored.until > now) return stored.starts;
    const starts = readPageStarts();
    stored = { until: now + STORED_MS, starts };
    starts.catch(() => {
      stored = null;
    });
    return starts;
  };

  const listings = async function* (origin: string, after: string | null): AsyncGenerator<string> {
    let last = after;
    for (let left = pageSize; left > 0; ) {
      const rows = await findListingsOnSale(db, last, Math.min(left, CHUNK));
      for (const { id, created_at } of rows) yield url(`${origin}/selected-items-details/${id}`, created_at);
      last = rows.at(-1)?.id ?? null;
      if (last === null || rows.length < Math.min(left, CHUNK)) return;
      left -= rows.length;
    }
  };

  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').header('cache-control', HOUR).send(robots(shop.url())));

  app.get('/sitemap.xml', async (_request, reply) => {
    const origin = shop.url();
    const pages = ['/sitemap-pages.xml', '/sitemap-listings.xml', ...(await pageStarts()).map((after) => `/sitemap-listings.xml?after=${after}`)];
    return sendXml(
      reply,
      `<sitemapindex ${NAMESPACE}>${pages.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`).join('')}</sitemapindex>`,
    );
  });

  app.get('/sitemap-pages.xml', async (_request, reply) => {
    const origin = shop.url();
    const brands = (await findBrandNames(db)).map((name) => `/category/${encodeURIComponent(name)}`);
    return sendXml(reply, `<urlset ${NAMESPACE}>${['/', '/blogs', ...brands].map((path) => url(origin + path)).join('')}</urlset>`);
  });

  app.get<{ Querystring: { after?: string | string[] } }>('/sitemap-listings.xml', { config: { price: PRICES.siteMap } }, async (request, reply) => {
    const { after } = request.query;
    if (after !== undefined && (typeof after !== 'string' || !ID.test(after))) throw new NotFoundError();
    const origin = shop.url();
    const whole = async function* (): AsyncGenerator<string> {
      yield `${HEAD}<urlset ${NAMESPACE}>`;
      yield* listings(origin, after ?? null);
      yield '</urlset>';
    };
    return reply.type('application/xml; charset=utf-8').header('cache-control', HOUR).send(Readable.from(whole()));
  });
};
