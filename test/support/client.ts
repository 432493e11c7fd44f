type Reply = { status: number; body: unknown; headers: Headers };

/** A person with a browser's cookies, talking to a running shop. */
export const createClient = (url: string) => {
  let cookie = '';
  let token = '';
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const headers: Record<string, string> = { origin: url };
    if (cookie) headers.cookie = cookie;
    if (token) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    const set = response.headers.getSetCookie().map((one) => one.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text, headers: response.headers };
  };
  const fetchToken = async (email: string) => {
    const { body } = await call('GET', `/api/jwt?email=${encodeURIComponent(email)}`);
    token = (body as { token: string }).token;
    return token;
  };
  return {
    call,
    async signUp(email: string, role: 'buyer' | 'seller', name = 'Test Person') {
      await call('POST', '/api/auth/sign-up/email', { email, name, password: 'practice123' });
      await call('POST', '/api/users', { email, name, role });
      return fetchToken(email);
    },
    async signIn(email: string, password: string) {
      await call('POST', '/api/auth/sign-in/email', { email, password });
      return fetchToken(email);
    },
  };
};
