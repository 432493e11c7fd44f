import type { FastifyInstance } from 'fastify';
import type { FetchHandler } from './fetch-handler.ts';

/** A `fetch` that calls the app directly, without a socket. */
export function createInjectFetch(app: FastifyInstance): FetchHandler {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const response = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(request.headers), host: new URL(app.shopOrigin.url()).host },
      payload: request.body ? Buffer.from(await request.arrayBuffer()) : undefined,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
    const bodyless = [204, 205, 304].includes(response.statusCode);
    return new Response(bodyless ? null : new Uint8Array(response.rawPayload), { status: response.statusCode, headers });
  };
}
