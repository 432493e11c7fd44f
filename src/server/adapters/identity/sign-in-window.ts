import { plainPage } from '../../http/plain-page.ts';

/** The callback of a login in a separate window; the query's `id` identifies it, `error` says why it failed. */
export const SIGN_IN_WINDOW_PATH = '/api/auth/sign-in-window';

const BODY = `<h1>One moment</h1><p>Logging you in. This window will close by itself.</p>
  <a class="button" href="/login">Back to the shop</a><script src="/sign-in-window.js"></script>`;

/** A page that notifies the window that opened it, then closes. It needs its opener, which the shop's usual policy would cut off. */
export function signInWindow(): Response {
  const page = plainPage('Logging in', BODY);
  page.headers.set('content-security-policy', `${page.headers.get('content-security-policy')}; script-src 'self'`);
  page.headers.set('cross-origin-opener-policy', 'unsafe-none');
  return page;
}
