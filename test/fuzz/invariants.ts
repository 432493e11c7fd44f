import { isDeepStrictEqual } from 'node:util';
import type { LightMyRequestResponse } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { type ErrorCode, ErrorReply } from '#contract/shared/errors.ts';
import type { Operation, Plan } from './plan.ts';
import type { Sent } from './send.ts';
import type { Who, World } from './world.ts';

/** The allowed statuses of each code, where it is not 409. */
const STATUSES: Partial<Record<ErrorCode, number[]>> = {
  malformed: [400],
  invalid: [400, 422],
  not_signed_in: [401],
  wrong_credentials: [401],
  not_registered: [403],
  not_allowed: [403],
  account_removed: [403],
  email_unverified: [403],
  code_needed: [403],
  second_factor_needed: [403],
  not_found: [404],
  own_listing: [403],
  // A person who may not list gets a 403; a listing that can't be restored because its seller is suspended is a conflict.
  suspended: [403, 409],
  account_exists: [409, 422],
  too_large: [413],
  too_many: [429],
};

/** Internals that must never appear in a reply. */
const INSIDE = /sqlite|postgres|syntax error|\bat \S+\.ts|node_modules|\bkysely\b|TypeError|ZodError|select .* from /iu;

const ROLES: Partial<Record<Who, string>> = { seller: 'seller', competitor: 'seller', admin: 'admin', buyer: 'buyer', rival: 'buyer' };

/** Lists what is wrong with a reply; empty when all is well. */
export function faultsOf(plan: Plan, reply: LightMyRequestResponse, around: { sent: Sent; worlds: World[] }): string[] {
  const { statusCode: status, body, headers } = reply;
  const { access } = plan.operation;
  const endpoint = endpointOf(plan.operation);
  const faults = leaksIn(plan, body, around);
  if (status >= 500) faults.push(`the status ${status}: ${body.slice(0, 300)}`);
  else if (status >= 400) faults.push(...faultsOfRefusal(status, body));
  else if (status >= 300 && access !== null) faults.push(`the status ${status}`);
  else if (endpoint) faults.push(...faultsOfReply(endpoint, body));
  if (access !== null && status < 300 && !isAllowed(access, plan)) faults.push(`${plan.who} (proof: ${plan.proof}) may not do this, and did`);
  if (access !== null && plan.proof === 'own' && ROLES[plan.who] && /public|s-maxage/u.test(String(headers['cache-control'] ?? '')))
    faults.push('a reply to somebody signed in that others may keep');
  for (const header of ['x-request-id', 'x-content-type-options', 'content-security-policy']) if (headers[header] === undefined) faults.push(`no ${header}`);
  return faults;
}

function endpointOf({ method, path }: Pick<Operation, 'method' | 'path'>): Endpoint | null {
  return (calls as Record<string, Endpoint>)[`${method} ${path.replace(/\{(\w+)\}/gu, ':$1')}`] ?? null;
}

/** Finds other people's secrets in a reply; anything that the request itself contains may be repeated. */
function leaksIn(plan: Plan, body: string, { sent, worlds }: { sent: Sent; worlds: World[] }): string[] {
  const asker = plan.proof === 'own' ? plan.who : 'nobody';
  const asked = decode(sent.url) + String(sent.payload ?? '');
  const current = worlds.at(-1);
  return worlds.flatMap((world) =>
    world.secrets
      // Admins may read every world, the others only their part of the present one.
      .filter(({ readers }) => !readers.includes(asker) || (asker !== 'admin' && world !== current && readers.filter((who) => who !== 'admin').length < 3))
      .filter(({ text }) => body.includes(text) && !asked.includes(text))
      .map(({ what }) => `${asker} was told ${what}`),
  );
}

/** Decodes a URL for comparison; bytes that are not UTF-8 stay as they are. */
function decode(url: string): string {
  return url.replace(/(?:%[0-9a-f]{2})+/giu, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

function faultsOfRefusal(status: number, body: string): string[] {
  const read = ErrorReply.strict().safeParse(parse(body));
  if (!read.success) return [`a refusal that is not in the shop’s shape: ${body.slice(0, 300)}`];
  const { code, message } = read.data;
  const faults = (STATUSES[code] ?? [409]).includes(status) ? [] : [`the code ${code} with the status ${status}`];
  if (message.trim() === '') faults.push('a refusal without a sentence');
  if (INSIDE.test(message)) faults.push(`a sentence about the inside: ${message}`);
  return faults;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultsOfReply(endpoint: Endpoint, body: string): string[] {
  const reply = endpoint.file === undefined || endpoint.file === 'application/json' ? parse(body) : body;
  const read = endpoint.reply.safeParse(reply);
  if (!read.success) return [`not what the contract says: ${read.error.message.slice(0, 500)}`];
  return isDeepStrictEqual(read.data, reply) ? [] : ['more, or other, than the contract says'];
}

function isAllowed(access: string, { who, proof }: Plan): boolean {
  if (access === 'anyone' || access === 'provider') return true;
  if (proof !== 'own' || who === 'nobody') return false;
  if (access === 'identity') return who === 'newcomer';
  if (who === 'newcomer') return false;
  if (access === 'customer') return who !== 'admin';
  return access === 'signed-in' || ROLES[who] === access;
}
