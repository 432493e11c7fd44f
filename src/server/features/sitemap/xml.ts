import { escapeHtml } from '#contract/shared/escape.ts';
import { toIso } from '#contract/shared/moments.ts';

export const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /dashboard
Disallow: /booking-page/
Disallow: /login
Disallow: /signup
Disallow: /reset-password
Disallow: /mailbox
Disallow: /practice-
`;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export const URLS_BEGIN = `${HEAD}<urlset ${NAMESPACE}>`;
export const URLS_END = '</urlset>';

/** The list of all sitemaps. */
export function writeIndex(origin: string, paths: string[]): string {
  const sitemaps = paths.map((path) => `<sitemap><loc>${escapeHtml(origin + path)}</loc></sitemap>`);
  return `${HEAD}<sitemapindex ${NAMESPACE}>${sitemaps.join('')}</sitemapindex>`;
}

export function writeUrls(origin: string, paths: string[]): string {
  return `${URLS_BEGIN}${paths.map((path) => writeUrl(origin + path)).join('')}${URLS_END}`;
}

/** `modified`: epoch ms. */
export function writeUrl(address: string, modified?: number): string {
  const lastmod = modified === undefined ? '' : `<lastmod>${toIso(modified)}</lastmod>`;
  return `<url><loc>${escapeHtml(address)}</loc>${lastmod}</url>`;
}
