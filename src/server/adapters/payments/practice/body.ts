import { RestRefusal, unreadable } from './refusals.ts';

const MAX_BYTES = 64 * 1024;

/** Reads a form body; refuses other content types, and more bytes than any of our forms can have. */
export async function readBody(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return '';
  if (bytes.byteLength > MAX_BYTES) throw new RestRefusal(413, { type: 'invalid_request_error', message: 'This form is too large.' });
  const kind = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/iu.test(kind)) throw unreadable('Send a form: application/x-www-form-urlencoded.');
  return new TextDecoder().decode(bytes);
}
