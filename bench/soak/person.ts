import { createCookieJar } from '../../test/support/world/cookies.ts';
import { PASSWORD } from '../../test/support/world/values.ts';

/** How long a reply took, and what was wrong with it. */
export type Heard = { millis: number; fault: string | null };

export type Answer = { status: number; body: unknown };

type Asked = {
  json?: object;
  form?: FormData | URLSearchParams;
  /** Statuses that count as success. */
  fine?: readonly number[];
  /** Replace the usual headers. */
  headers?: Record<string, string>;
  /** As somebody whom the shop doesn't know yet. */
  anew?: true;
};

const RENEW_MS = 600_000;
const ALL_IS_WELL = [200, 201];

/** A person with a browser's cookies and an access token. */
export type Person = {
  readonly email: string;
  ask(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** Signs up; the email address must be new. */
  signUp(role: 'buyer' | 'seller'): Promise<void>;
  /** Logs in again, as from another browser. */
  signIn(): Promise<void>;
};

type Sender = { url: string; address: string; cookie: string; bearer: string; json: boolean };

/** `address` is the person's network address, as reported by the proxy. */
export function createPerson(url: string, { email, address }: { email: string; address: string }, onHeard: (heard: Heard) => void): Person {
  const cookies = createCookieJar();
  let token = '';
  let tokenMade = 0;

  const send = async (method: string, path: string, { json, form, anew, headers: more }: Asked): Promise<{ response: Response; text: string }> => {
    const [cookie, bearer] = anew ? ['', ''] : [cookies.header, token];
    const headers = { ...headersFor({ url, address, cookie, bearer, json: json !== undefined }), ...more };
    const response = await fetch(url + path, { method, headers, body: json === undefined ? form : JSON.stringify(json) });
    return { response, text: await response.text() };
  };

  const askOnce = async (method: string, path: string, asked: Asked): Promise<Answer> => {
    const begun = performance.now();
    try {
      const { response, text } = await send(method, path, asked);
      const millis = performance.now() - begun;
      cookies.store(response.headers.getSetCookie());
      const { status } = response;
      const isFine = (asked.fine ?? ALL_IS_WELL).includes(status);
      onHeard({ millis, fault: isFine ? null : `${method} ${path.split('?')[0]}: ${status} ${text.slice(0, 200)}` });
      return { status, body: /^[[{]/u.test(text) ? JSON.parse(text) : text };
    } catch (error) {
      onHeard({ millis: performance.now() - begun, fault: `${method} ${path.split('?')[0]}: ${String(error)}` });
      return { status: 0, body: null };
    }
  };

  const renew = async (): Promise<void> => {
    tokenMade = performance.now();
    const { body } = await askOnce('GET', `/api/jwt?email=${encodeURIComponent(email)}`, {});
    token = (body as { token?: string } | null)?.token ?? '';
  };

  const account = { email, name: 'Soak Person', password: PASSWORD };
  return {
    email,
    async ask(method, path, asked = {}) {
      if (token && performance.now() - tokenMade > RENEW_MS) await renew();
      return askOnce(method, path, asked);
    },
    async signUp(role) {
      await askOnce('POST', '/api/auth/sign-up/email', { json: account });
      await askOnce('POST', '/api/users', { json: { email, name: account.name, role } });
      await renew();
    },
    async signIn() {
      await askOnce('POST', '/api/auth/sign-in/email', { json: { email, password: PASSWORD }, anew: true });
      await renew();
    },
  };
}

function headersFor({ url, address, cookie, bearer, json }: Sender): Record<string, string> {
  return {
    origin: url,
    'x-forwarded-for': address,
    ...(cookie && { cookie }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(json && { 'content-type': 'application/json' }),
  };
}
