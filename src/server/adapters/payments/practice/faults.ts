/** How a call fails: it never arrives, gets no reply, loses its reply after the work was done, or gets a server error or rate limit. */
export type Fault = 'unreachable' | 'silent' | 'lost-reply' | 'server-error' | 'too-many';

/** Decides how a call of the shop fails, such as `POST /payment_intents`; null lets it through. */
export type Misbehave = (call: string) => Fault | null;

type Fetch = typeof globalThis.fetch;

/** Makes the shop's calls fail the way networks and providers do. Only used by tests. */
export function createFaultyFetch(send: Fetch, misbehave: Misbehave): Fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    switch (misbehave(`${init?.method ?? 'GET'} ${pathname.replace('/v1', '')}`)) {
      case null:
        return send(input, init);
      case 'unreachable':
        throw new TypeError('fetch failed');
      case 'silent':
        return untilAborted(init?.signal);
      case 'lost-reply':
        await send(input, init);
        throw new TypeError('terminated');
      case 'server-error':
        return refuse(500, 'api_error');
      case 'too-many':
        return refuse(429, 'invalid_request_error');
    }
  };
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

const refuse = (status: number, type: string): Response => new Response(JSON.stringify({ error: { type, message: 'Told to misbehave.' } }), { status });
