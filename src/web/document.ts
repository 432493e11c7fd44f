import { escapeHtml } from './escape.ts';

export const ROOT_ID = 'root';
export const HYDRATION_ID = 'hydration';

/** The files a page needs: style sheets, the entry's script, and what it will ask for next. */
export type Assets = { styles: string[]; scripts: string[]; modulePreloads: string[] };

type DocumentParts = { title: string; description: string; canonical: string | null; body: string; hydration: unknown; assets: Assets };

/** JSON that can stand inside a script element: no `<` can end it, and no line separator can break it. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</gu, '\\u003c')
    .replace(/\u2028/gu, '\\u2028')
    .replace(/\u2029/gu, '\\u2029');

const links = ({ styles, modulePreloads }: Assets): string =>
  [
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    // The page is complete without scripts: its text and its first picture go ahead. Fonts are not preloaded for the same reason.
    ...modulePreloads.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`),
  ].join('');

/** The whole HTML of a page. */
export const toDocument = ({ title, description, canonical, body, hydration, assets }: DocumentParts): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>` +
  `<meta name="description" content="${escapeHtml(description)}"><meta name="theme-color" content="#f8f6f2" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#161513" media="(prefers-color-scheme: dark)">` +
  `${canonical ? `<link rel="canonical" href="${escapeHtml(canonical)}">` : ''}<link rel="icon" href="/favicon.svg" type="image/svg+xml"><script src="/theme.js"></script>${links(assets)}` +
  `${assets.scripts.map((src) => `<script type="module" src="${src}" fetchpriority="low"></script>`).join('')}</head><body><div id="${ROOT_ID}">${body}</div>` +
  `<script type="application/json" id="${HYDRATION_ID}">${toScriptJson(hydration)}</script></body></html>`;
