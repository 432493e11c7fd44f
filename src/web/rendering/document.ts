import type { PublicConfig } from '#contract/config.ts';
import { escapeHtml } from '#contract/shared/escape.ts';
import { GROUNDS } from '../theme.ts';
import { HYDRATION_ID, ROOT_ID } from './element-ids.ts';
import { absolute, type Head } from './head-parts.ts';

/** The files a page needs: style sheets, the entry script, and the modules it will import. */
export type Assets = { styles: string[]; scripts: string[]; modulePreloads: string[] };

type DocumentParts = {
  title: string;
  shopName: string;
  /** The shop's public address; null when it is unknown. */
  origin: string;
  head: Head;
  body: string;
  hydration: unknown;
  /** Customizations of the shop's own look. */
  look: Pick<PublicConfig, 'accent' | 'logo'>;
  assets: Assets;
};

type StandaloneParts = Pick<DocumentParts, 'title' | 'body' | 'look' | 'assets'> & { description: string };

type Meta = { name?: string; property?: string; content: string };

const THEME_COLORS = (['light', 'dark'] as const)
  .map((theme) => `<meta name="theme-color" content="${GROUNDS[theme]}" media="(prefers-color-scheme: ${theme})">`)
  .join('');

/** Returns the complete HTML of a page. */
export function toDocument(parts: DocumentParts): string {
  const { body, hydration, assets, look } = parts;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">' +
    `${aboutPage(parts)}${THEME_COLORS}${icons(look.logo)}<script src="/theme.js"></script>${links(assets, look.accent)}` +
    `${assets.scripts.map((src) => `<script type="module" src="${src}" fetchpriority="low"></script>`).join('')}</head><body><div id="${ROOT_ID}">${body}</div>` +
    `<script type="application/json" id="${HYDRATION_ID}">${toScriptJson(hydration)}</script></body></html>`
  );
}

function aboutPage(parts: DocumentParts): string {
  const { title, head } = parts;
  return [
    `<title>${escapeHtml(title)}</title>`,
    toMeta({ name: 'description', content: head.description }),
    head.robots ? toMeta({ name: 'robots', content: head.robots }) : '',
    head.canonical ? `<link rel="canonical" href="${escapeHtml(head.canonical)}">` : '',
    head.robots ? '' : preview(parts),
    ...head.facts.map((facts) => `<script type="application/ld+json">${toScriptJson(facts)}</script>`),
  ].join('');
}

function toMeta({ name, property, content }: Meta): string {
  return `<meta ${name === undefined ? `property="${property}"` : `name="${name}"`} content="${escapeHtml(content)}">`;
}

/** Returns the meta tags for link previews elsewhere. */
function preview({ title, shopName, origin, head }: DocumentParts): string {
  const { description, canonical, type, image, offer } = head;
  const lines: Meta[] = [
    { property: 'og:site_name', content: shopName },
    { property: 'og:type', content: type },
    { property: 'og:title', content: offer?.title ?? title },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(canonical ? [{ property: 'og:url', content: canonical }] : []),
    ...(image
      ? [
          { property: 'og:image', content: absolute(image.address, origin) },
          // A picture stored elsewhere has its own size.
          ...(image.address.startsWith('/')
            ? [
                { property: 'og:image:width', content: '1200' },
                { property: 'og:image:height', content: '630' },
              ]
            : []),
          { property: 'og:image:alt', content: image.alt },
          { name: 'twitter:image:alt', content: image.alt },
        ]
      : []),
    ...(offer
      ? [
          { property: 'product:price:amount', content: offer.price.toFixed(2) },
          { property: 'product:price:currency', content: 'USD' },
          { property: 'product:availability', content: offer.isAvailable ? 'in stock' : 'out of stock' },
        ]
      : []),
  ];
  return lines.map(toMeta).join('');
}

/** Returns the HTML of a page that runs without React, in the shop's look. `body` is HTML. */
export function toStandaloneDocument({ title, description, body, look, assets }: StandaloneParts): string {
  const head = toMeta({ name: 'description', content: description }) + toMeta({ name: 'robots', content: 'noindex' });
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">' +
    `<title>${escapeHtml(title)}</title>${head}${THEME_COLORS}${icons(look.logo)}<script src="/theme.js"></script>${links(assets, look.accent)}` +
    `${assets.scripts.map((src) => `<script type="module" src="${src}"></script>`).join('')}</head><body>${body}</body></html>`
  );
}

/** Returns JSON that is safe inside a script element: no `<` can end it, and no line separator can break it. */
export function toScriptJson(value: unknown): string {
  // Three searches for a character take less than one for a pattern.
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function icons(logo: string | undefined): string {
  return (
    '<link rel="icon" href="/favicon.ico" sizes="32x32">' +
    // Browsers prefer this one, and it is the shop's own mark.
    (logo === undefined ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' : '') +
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">'
  );
}

function links({ styles, modulePreloads }: Assets, accent: string | undefined): string {
  return [
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    // After the shop's own style sheet, whose colors it replaces.
    accent === undefined ? '' : `<link rel="stylesheet" href="/theme.css?accent=${encodeURIComponent(accent.slice(1))}">`,
    // Low priority: the page is complete without scripts, so its text and first picture come first. Fonts are not preloaded for the same reason.
    ...modulePreloads.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`),
  ].join('');
}
