import type { FastifyInstance } from 'fastify';
import { styleOfAccent } from '#contract/shared/accent.ts';
import { escapeHtml } from '#contract/shared/escape.ts';
import { createDocument } from './documents.ts';

/** The one style sheet of all plain pages. */
export const PLAIN_STYLE_PATH = '/plain-page.css';

/** The shop's colors and sizes, without its fonts and its build: these pages must work when nothing else does. */
const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f8f6f2; --surface: #fff; --sunken: #efebe4; --ink: #1d1b18; --muted: #5d574e; --line: #ddd7cc; --line-strong: #857d71;
  --accent: #2b44c7; --accent-strong: #1f33a0; --on-accent: #fff; --warning: #7a4a00; --warning-soft: #fbeed6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161513; --surface: #201e1b; --sunken: #2a2824; --ink: #f3efe8; --muted: #b3aca0; --line: #3a3731; --line-strong: #857d71;
    --accent: #a9b6ff; --accent-strong: #c6cfff; --on-accent: #12173a; --warning: #f0c27a; --warning-soft: #3a2c14;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; }
body { display: grid; align-items: center; min-height: 100vh; margin: 0; padding: 1rem; }
main { width: 100%; max-width: 28rem; margin: 0 auto; padding: 2rem 1.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); overflow-wrap: anywhere; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
p { margin: 0 0 1rem; text-wrap: pretty; }
.mark { display: inline-block; padding: .25rem .75rem; border: 1px dashed var(--line-strong); border-radius: 1rem; color: var(--muted); }
.notice { margin: 1rem 0; padding: .75rem 1rem; border-radius: .75rem; background: var(--warning-soft); color: var(--warning); }
.note { margin: 1.5rem 0 0; color: var(--muted); }
dl { margin: 0 0 1.5rem; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--muted); }
dd { margin: 0; font-weight: 600; }
main.wide { max-width: 64rem; }
table { width: 100%; border-collapse: collapse; text-align: left; }
caption { text-align: left; color: var(--muted); }
th, td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); vertical-align: top; font-weight: 400; }
code { font: .875rem/1.5 ui-monospace, monospace; }
hr { margin: 1.5rem 0; border: 0; border-top: 1px solid var(--line); }
form { display: grid; gap: .75rem; margin: 0; }
form + form { margin-top: .75rem; }
label { display: grid; min-width: 0; gap: .375rem; font-weight: 500; }
input, select, button, .button { width: 100%; min-width: 0; min-height: 3rem; padding: .625rem 1rem; border: 1px solid var(--line-strong); border-radius: .75rem; background: var(--surface); color: var(--ink); font: inherit; }
button, .button { font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:hover { background: var(--sunken); }
button.choice { font-weight: 400; text-align: left; }
button.primary, .button { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.primary:hover, .button:hover { border-color: var(--accent-strong); background: var(--accent-strong); }
.button { display: block; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

type PlainOptions = {
  status?: number;
  /** The name of what the page simulates, in a frame above its heading. */
  mark?: string;
  /** Makes room for a table. */
  wide?: boolean;
};

export type PlainHtml = { html: string; headers: Record<string, string> };

/** The same as a `Response`. */
export function plainPage(title: string, body: string, { status = 200, ...options }: PlainOptions = {}): Response {
  const { html, headers } = plainHtml(title, body, options);
  return new Response(html, { status, headers });
}

/** A small page rendered by the server, without scripts; `body` is HTML that the caller has escaped. */
export function plainHtml(title: string, body: string, { mark, wide = false }: Omit<PlainOptions, 'status'> = {}): PlainHtml {
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="${PLAIN_STYLE_PATH}"></head><body><main${wide ? ' class="wide"' : ''}>${mark === undefined ? '' : `<p class="mark">${escapeHtml(mark)}</p>`}${body}</main></body></html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      // Some of these addresses contain a secret, which must not leak to other sites.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}

/** Serves that style sheet with the current accent color; undefined: the default. */
export function servePlainStyle(app: FastifyInstance, accentNow: () => Promise<string | undefined>): void {
  const send = createDocument((accent) => ({
    type: 'text/css; charset=utf-8',
    body: accent === '' ? STYLE : `${STYLE}${styleOfAccent(accent)}`,
    headers: { 'cache-control': 'public, max-age=300' },
  }));
  app.get(PLAIN_STYLE_PATH, async (request, reply) => send(request, reply, (await accentNow()) ?? ''));
}
