type NotifiedBody = { token?: unknown; session?: { token?: unknown } | null };

/**
 * The library's answer without the session's token, which it tells in its JSON: the cookie alone carries it, and no script can read that. Refusals of the
 * shop's own, files and ways elsewhere stay as they are.
 */
export async function withoutTokens(response: Response): Promise<Response> {
  if (!response.ok || !(response.headers.get('content-type') ?? '').startsWith('application/json')) return response;
  const input = (await response.json()) as NotifiedBody | null;
  if (input !== null && typeof input === 'object') {
    delete input.token;
    if (input.session) delete input.session.token;
  }
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(input), { status: response.status, headers });
}
