const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text made safe for HTML, between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (character) => ESCAPES[character] ?? character);

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 28rem; margin: 3rem auto; padding: 0 1rem }
  main { border: 1px solid #8886; border-radius: 16px; padding: 1.5rem }
  h1 { font-size: 1.375rem; margin: 0 0 .5rem }
  .notice { border-left: 4px solid #b45309; padding: .25rem .75rem; margin: 0 0 1rem }
  form { display: grid; gap: .75rem; margin: .75rem 0 }
  label { display: grid; gap: .25rem }
  input, button { font: inherit; min-height: 44px; padding: .5rem .75rem; border-radius: 12px; border: 1px solid #8889 }
  button { cursor: pointer; text-align: left }
  button.primary { background: #1d4ed8; color: #fff; border-color: #1d4ed8; text-align: center }
  hr { border: 0; border-top: 1px solid #8886 }
`;

/** A small page of the server's own, without scripts; `body` is HTML that its writer has escaped. */
export const plainPage = (title: string, body: string, status = 200): Response =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      },
    },
  );
