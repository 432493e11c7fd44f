type NotifiedBody = { token?: unknown; session?: { token?: unknown } | null };

/**
 * Removes the session token from the library's JSON reply, so that only the HttpOnly cookie carries it, which scripts can't read. The shop's own
 * refusals, files and redirects are unchanged.
 */
export async function withoutTokens(response: Response): Promise<Response> {
  if (!response.ok || !(response.headers.get('content-type') ?? '').startsWith('application/json')) return response;
  const body = (await response.json()) as NotifiedBody | null;
  if (body !== null && typeof body === 'object') {
    delete body.token;
    if (body.session) delete body.session.token;
  }
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status: response.status, headers });
}
