import { z } from 'zod';
import { toNetworks } from '../security/client-network.ts';
import { flag, toOrigin } from './fields.ts';

export type SecurityConfig = {
  /** The operator's own proxies, whose forwarding headers are trusted: addresses and networks. */
  trustedProxies: string[];
  /** Origins whose pages may call the API from a browser, with a token. */
  allowedOrigins: string[];
  /** Multiplies the rate limits; 0 turns off all but those of password guesses. */
  rateLimits: number;
  /** Where to report vulnerabilities, as in `security.txt`: `mailto:…` or `https://…`. */
  contact: string;
  /** Admins need a second factor to use admin features. */
  adminSecondFactor: boolean;
};

const NO_PROXIES = 'none';

const MAX_ORIGINS = 50;

export const securitySettings = {
  TRUSTED_PROXIES: z
    .string()
    .max(5000, 'TRUSTED_PROXIES: at most 5,000 characters.')
    .transform(readProxies)
    .refine((list) => toNetworks(list) !== null, 'TRUSTED_PROXIES: set addresses or networks separated by commas, such as 10.0.0.5, 172.16.0.0/12; or none.')
    .optional(),
  ALLOWED_ORIGINS: z
    .string()
    .transform((written, context) => {
      const list = split(written);
      if (list.length > MAX_ORIGINS) context.addIssue(`ALLOWED_ORIGINS: list at most ${MAX_ORIGINS} origins.`);
      return list.map((one) => {
        const origin = toOrigin(one);
        if (origin === null || !isPrivate(origin))
          context.addIssue(
            `ALLOWED_ORIGINS: “${one.slice(0, 100)}” isn’t an origin that can be allowed; use https://host or https://host:port, or http:// only for this machine.`,
          );
        return origin ?? one;
      });
    })
    .default([]),
  RATE_LIMITS: z.coerce
    .number('RATE_LIMITS: set a number: 1 for the default limits, 2 for twice as much, 0 for none.')
    .min(0, 'RATE_LIMITS: set 0 or more.')
    .max(1000, 'RATE_LIMITS: set 1000 or less.')
    .default(1),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:[^\s@:/]+@[^\s@:/]+|(?:mailto:|https:\/\/)[^\s]+)$/u, 'SECURITY_CONTACT: set an email address, or an address that begins with https://.')
    .max(300, 'SECURITY_CONTACT: at most 300 characters.')
    .optional(),
  REQUIRE_ADMIN_SECOND_FACTOR: flag('REQUIRE_ADMIN_SECOND_FACTOR'),
};
type Environment = z.output<z.ZodObject<typeof securitySettings>>;

export function securityOf(env: Environment, contactEmail: string): SecurityConfig {
  const contact = env.SECURITY_CONTACT ?? contactEmail;
  return {
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    allowedOrigins: env.ALLOWED_ORIGINS,
    rateLimits: env.RATE_LIMITS,
    contact: /^(?:mailto|https):/u.test(contact) ? contact : `mailto:${contact}`,
    adminSecondFactor: env.REQUIRE_ADMIN_SECOND_FACTOR ?? false,
  };
}

function split(written: string): string[] {
  return written.split(/[\s,]+/u).filter((one) => one !== '');
}

/** Comma-separated addresses and networks; the word `none` gives an empty list. */
function readProxies(written: string): string[] {
  const list = split(written);
  return list.length === 1 && list[0]?.toLowerCase() === NO_PROXIES ? [] : list;
}

/** Over plain HTTP anybody on the network could inject scripts into a page, except on this machine itself. */
function isPrivate(origin: string): boolean {
  return origin.startsWith('https:') || /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/u.test(origin);
}
