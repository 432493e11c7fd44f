import type { InjectOptions } from 'fastify';
import { signEvent } from '#server/adapters/payments/practice/deliveries.ts';
import { signToken } from '#server/features/accounts/tokens.ts';
import { deriveSecret } from '#server/security/secrets.ts';
import type { TestApp } from '#test/support/app.ts';
import { tokenNow } from '#test/support/world/world.ts';
import type { Body, Plan, Proof } from './plan.ts';
import { Ref } from './values.ts';
import type { World } from './world.ts';

export type Sent = { method: string; url: string; headers: Record<string, string>; payload: string | Buffer | undefined };

const ANOTHER_KEY = new Uint8Array(32).fill(7);
const HOUR_MS = 3_600_000;

const BOUNDARY = 'fuzz-boundary';

/** The files to upload. */
export type Files = { picture: Buffer; spreadsheet: Buffer };

/** The operator's secret, from which the card provider's is derived. */
export const AUTH_SECRET = 'canary-of-the-operator-0123456789abcdef';

const MOST_SHOWN = 2000;

/** Builds the request as sent over the wire. */
export async function toRequest(plan: Plan, world: World, { shop, files }: { shop: TestApp; files: Files }): Promise<Sent> {
  const { payload, type } = payloadOf(plan, world, files);
  const token = await tokenFor(plan.proof, world, plan, shop);
  return {
    method: plan.operation.method,
    url: addressOf(plan, world),
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(plan.who === 'newcomer' && plan.proof === 'own' && { cookie: world.cookie }),
      ...(type && { 'content-type': type }),
      ...(plan.isSigned && { 'stripe-signature': signatureOf(payload, shop.clock.now()) }),
    },
    payload,
  };
}

function payloadOf({ body, operation }: Plan, world: World, files: Files): { payload?: string | Buffer; type?: string } {
  if (body.kind === 'json') return { payload: JSON.stringify(resolve(body.value, world)) ?? '', type: 'application/json' };
  if (body.kind === 'text') return { payload: body.text, type: body.type };
  if (body.kind === 'bytes') return { payload: Buffer.from(body.bytes), type: body.type };
  if (body.kind === 'none') return {};
  const { bytes, type } = multipart(operation.path === '/listingImports' ? files.spreadsheet : files.picture, body);
  return { payload: bytes, type };
}

/** Replaces references by ids. */
export function resolve(value: unknown, world: World): unknown {
  if (value instanceof Ref) return resolveRef(value, world);
  if (Array.isArray(value)) return value.map((inner) => resolve(inner, world));
  if (typeof value !== 'object' || value === null) return value;
  const resolved = {};
  for (const [name, inner] of Object.entries(value))
    Object.defineProperty(resolved, name, { value: resolve(inner, world), enumerable: true, configurable: true, writable: true });
  return resolved;
}

function resolveRef({ kind, at }: Ref, { refs }: World): string | number {
  const known = refs[kind];
  return known[at % Math.max(1, known.length)] ?? 'none';
}

function multipart(file: Buffer, { how, field }: Extract<Body, { kind: 'upload' }>): { bytes: Buffer; type: string } {
  const part = (bytes: Buffer | string, head = `content-disposition: form-data; name="${field}"; filename="a.png"\r\ncontent-type: image/png`): Buffer =>
    Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(bytes as Buffer), Buffer.from('\r\n')]);
  const end = Buffer.from(`--${BOUNDARY}--\r\n`);
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const whole = Buffer.concat([part(file), end]);
  const bodies: Record<typeof how, { bytes: Buffer; type: string }> = {
    none: { bytes: whole, type },
    truncated: { bytes: whole.subarray(0, whole.length - 60), type },
    'no boundary': { bytes: whole, type: 'multipart/form-data' },
    twice: { bytes: Buffer.concat([part(file), part(file), end]), type },
    'not a picture': { bytes: Buffer.concat([part('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), end]), type },
    'half a picture': { bytes: Buffer.concat([part(file.subarray(0, file.length / 2)), end]), type },
    'only a field': { bytes: Buffer.concat([part('text', `content-disposition: form-data; name="${field}"`), end]), type },
    empty: { bytes: end, type },
    'bad headers': { bytes: Buffer.concat([part(file, `content-disposition: form-data; name="__proto__"; filename="../../x\0.png"`), end]), type },
  };
  return bodies[how];
}

async function tokenFor(proof: Proof, world: World, plan: Plan, shop: TestApp): Promise<string | null> {
  const { services, clock } = shop;
  const person = plan.who === 'nobody' || plan.who === 'newcomer' ? world.people.admin : world.people[plan.who];
  const claims = { email: person.email, sessionId: person.sessionId, emailVerified: true };
  const now = clock.now();
  const whole = await signToken(claims, services.tokenSecret, now);
  const [head = '', , signature = ''] = whole.split('.');
  const forged = { email: world.people.admin.email, sid: world.people.admin.sessionId, aud: 'redial-api', exp: Math.floor(now / 1000) + 900 };
  const tokens: Record<Proof, () => string | null | Promise<string>> = {
    own: () => (plan.who === 'nobody' || plan.who === 'newcomer' ? null : tokenNow(shop, person)),
    none: () => null,
    unsigned: () => `${base64({ alg: 'none' })}.${base64(forged)}.`,
    'of another key': () => signToken(claims, ANOTHER_KEY, now),
    over: () => signToken(claims, services.tokenSecret, now - HOUR_MS),
    altered: () => `${head}.${base64(forged)}.${signature}`,
    'a session': () => person.sessionId,
    twice: () => `${whole} ${whole}`,
    nonsense: () => '..',
  };
  return tokens[proof]();
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function addressOf({ operation, params, query }: Plan, world: World): string {
  const path = operation.path.replace(/\{(\w+)\}/gu, (_all, name: string) => segment(resolve(params[name], world)));
  const pairs = query.map(([name, value]) => {
    const resolved = resolve(value, world);
    const text = Array.isArray(resolved) ? resolved.map(asText).join(',') : asText(resolved);
    return `${encode(name)}=${encode(text)}`;
  });
  return `/api${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** An empty or dotted segment would lead to another call. */
function segment(value: unknown): string {
  const text = asText(value);
  return ['', '.', '..'].includes(text) ? '%20' : encode(text);
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));

/** Text that can't be encoded is sent as bytes that are not UTF-8. */
const encode = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : `${encodeURIComponent(text.toWellFormed())}%ff`);

/** Signs a payload like the card provider. */
function signatureOf(payload: string | Buffer | undefined, now: number): string {
  return signEvent(String(payload ?? ''), `whsec_${deriveSecret(AUTH_SECRET, 'card-webhook')}`, now);
}

/** Formats the request as a command line; long bodies are truncated. */
export function writeRequest({ method, url, headers, payload }: Sent): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const body = payload === undefined ? '' : payload.toString('utf8' as never);
  const shown = body.length > MOST_SHOWN ? `${body.slice(0, MOST_SHOWN)}… (${body.length} characters)` : body;
  const named = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return ['curl -X', method, quoted(url), ...named, ...(payload === undefined ? [] : ['--data-binary', quoted(shown)])].join(' ');
}

/** Sends each request from a different address, so that limits by address don't apply. */
export function toInject({ method, url, headers, payload }: Sent, number: number): InjectOptions {
  return {
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
    remoteAddress: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  };
}
