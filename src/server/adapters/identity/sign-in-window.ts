import { plainPage } from '../../http/plain-page.ts';

/** Where a sign-in that went on in a window of its own comes back to; the query's `id` names it, `error` says why it failed. */
export const SIGN_IN_WINDOW_PATH = '/api/auth/sign-in-window';

const BODY = `<h1>One moment</h1><p>Logging you in. This window will close by itself.</p>
  <a class="button" href="/login">Back to the shop</a><script src="/sign-in-window.js"></script>`;

/** The page that tells the window which opened it, and closes. It keeps its opener, which a page with the shop's usual policy would lose. */
export function signInWindow(): Response {
  const page = plainPage('Logging in', BODY);
  page.headers.set('content-security-policy', `${page.headers.get('content-security-policy')}; script-src 'self'`);
  page.headers.set('cross-origin-opener-policy', 'unsafe-none');
  return page;
}
