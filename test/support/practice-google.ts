import type { TestApp } from './app.ts';

type Cookies = { name: string; value: string }[];

/** Logs in with practice Google step by step, like a browser. Returns the chooser's reply, the final address and the cookies. */
export async function withPracticeGoogle(
  { app }: Pick<TestApp, 'app'>,
  email: string,
  { cookie: known = '', name = 'Some Body', beforeReturn }: { cookie?: string; name?: string; beforeReturn?: () => Promise<unknown> } = {},
) {
  const headers = { host: 'localhost', origin: 'http://localhost' };
  const begun = await app.inject({ method: 'POST', url: '/api/auth/sign-in/social', payload: { provider: 'google', callbackURL: '/login' }, headers });
  const chooser = new URL(String((begun.json() as { url: string }).url));
  const chosen = await app.inject({
    method: 'POST',
    url: '/practice-google/authorize',
    payload: new URLSearchParams({ ...Object.fromEntries(chooser.searchParams), email, name }).toString(),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  });
  await beforeReturn?.();
  if (chosen.headers.location === undefined) return { chosen, location: null, cookie: '' };
  const back = new URL(String(chosen.headers.location));
  const cookie = [jarOf(begun.cookies), known].filter((one) => one !== '').join('; ');
  const done = await app.inject({ method: 'GET', url: back.pathname + back.search, headers: { ...headers, cookie } });
  return { chosen, location: String(done.headers.location), cookie: jarOf(done.cookies) };
}

const jarOf = (cookies: Cookies): string => cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
