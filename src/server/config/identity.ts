import { z } from 'zod';
import { flag, webAddress } from './fields.ts';

/** An OpenID Connect provider, with the shop's credentials for it. */
export type OidcClient = { issuer: string; clientId: string; clientSecret: string };

/** `name` is shown on its button; `acrValues` are the authentication levels to request, in the provider's terms; none: its default. */
export type OtherProvider = OidcClient & { name: string; acrValues: string[] };

export type IdentityConfig =
  | {
      kind: 'builtin';
      /** Google's login: the real one, the demo shop's practice chooser, or none. */
      google: OidcClient | 'practice' | null;
      oidc: OtherProvider | null;
    }
  | {
      kind: 'firebase';
      apiKey: string;
      projectId: string;
      authDomain: string;
      /** `host:port` of the Auth emulator that replaces Google; null: Google. */
      emulatorHost: string | null;
    };

const GOOGLE = 'https://accounts.google.com';

export const identitySettings = {
  GOOGLE_CLIENT_ID: key('GOOGLE_CLIENT_ID', 'the OAuth client’s id from Google’s console'),
  GOOGLE_CLIENT_SECRET: key('GOOGLE_CLIENT_SECRET', 'the OAuth client’s secret from Google’s console'),
  GOOGLE_ISSUER: webAddress('GOOGLE_ISSUER'),
  ALLOW_GOOGLE_STAND_IN: flag('ALLOW_GOOGLE_STAND_IN'),
  OIDC_ISSUER: webAddress('OIDC_ISSUER'),
  OIDC_CLIENT_ID: key('OIDC_CLIENT_ID', 'the client’s id from the provider'),
  OIDC_CLIENT_SECRET: key('OIDC_CLIENT_SECRET', 'the client’s secret from the provider'),
  OIDC_NAME: z.string().trim().max(40, 'OIDC_NAME: at most 40 characters.').optional(),
  OIDC_ACR_VALUES: z
    .string()
    .regex(/^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/u, 'OIDC_ACR_VALUES: list the provider’s names for how people must log in there, separated by spaces.')
    .max(1000, 'OIDC_ACR_VALUES: at most 1000 characters.')
    .optional(),
  FIREBASE_API_KEY: key('FIREBASE_API_KEY', 'the web API key from the project’s settings'),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{3,62}$/u, 'FIREBASE_PROJECT_ID: set the project’s ID, in lowercase letters, digits and hyphens.')
    .optional(),
  FIREBASE_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/iu, 'FIREBASE_AUTH_DOMAIN: set only a host name, such as my-project.firebaseapp.com.')
    .optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/u, 'FIREBASE_AUTH_EMULATOR_HOST: set host:port, such as 127.0.0.1:9099.')
    .optional(),
};
type Environment = z.output<z.ZodObject<typeof identitySettings>>;

const GOOGLE_NAMES = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;
const OIDC_NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;
const FIREBASE_NAMES = ['FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID', 'FIREBASE_AUTH_DOMAIN'] as const;

type Name = keyof Environment;

/** Errors that involve several identity settings, each naming its variable. */
export function identityFaults(env: Environment, production: boolean): string[] {
  const faults = [
    ...missingOf(env, 'sign-in with Google', GOOGLE_NAMES),
    ...missingOf(env, 'an OpenID Connect provider', OIDC_NAMES),
    ...missingOf(env, 'Firebase Authentication', FIREBASE_NAMES),
  ];
  const isFirebase = isGiven(env, FIREBASE_NAMES);
  if (env.GOOGLE_ISSUER && !isGiven(env, GOOGLE_NAMES)) faults.push('GOOGLE_ISSUER: it has no effect without GOOGLE_CLIENT_ID; set that, or leave this out.');
  if (env.OIDC_ACR_VALUES && !isGiven(env, OIDC_NAMES)) faults.push('OIDC_ACR_VALUES: it has no effect without OIDC_ISSUER; set that, or leave this out.');
  if (env.FIREBASE_AUTH_EMULATOR_HOST && !isFirebase)
    faults.push('FIREBASE_AUTH_EMULATOR_HOST: it has no effect without FIREBASE_PROJECT_ID; set that, or leave this out.');
  if (isFirebase)
    for (const name of [...GOOGLE_NAMES, ...OIDC_NAMES])
      if (env[name] !== undefined) faults.push(`${name}: Firebase Authentication has its own ways to log in; leave out either this or the FIREBASE_ settings.`);
  return production ? [...faults, ...productionFaults(env)] : faults;
}

/** Errors for an incomplete group: some settings that belong together are set, and others are missing. */
function missingOf(env: Environment, who: string, names: readonly Name[]): string[] {
  return isGiven(env, names)
    ? names.filter((name) => env[name] === undefined).map((name) => `${name}: ${who} needs ${names.join(', ')}; this one is missing.`)
    : [];
}

const isGiven = (env: Environment, names: readonly Name[]): boolean => names.some((name) => env[name] !== undefined);

function productionFaults(env: Environment): string[] {
  const faults: string[] = [];
  if (env.FIREBASE_AUTH_EMULATOR_HOST)
    faults.push('FIREBASE_AUTH_EMULATOR_HOST: an emulator’s tokens aren’t signed, so anyone could log in as anyone; leave this out in production.');
  if (env.GOOGLE_ISSUER && env.GOOGLE_ISSUER !== GOOGLE && !env.ALLOW_GOOGLE_STAND_IN)
    faults.push('GOOGLE_ISSUER: this is a stand-in for Google; in production, leave it out or set ALLOW_GOOGLE_STAND_IN=true.');
  if (isUnsafe(env.OIDC_ISSUER))
    faults.push('OIDC_ISSUER: set an address that begins with https://; without encryption, someone on the network could log in as anyone.');
  return faults;
}

const isUnsafe = (address: string | undefined): boolean => address?.startsWith('http://') ?? false;

/** The identity service to use: Firebase if its settings are present, else the shop's own. */
export function identityOf(env: Environment, demo: boolean): IdentityConfig {
  const { FIREBASE_API_KEY: apiKey, FIREBASE_PROJECT_ID: projectId, FIREBASE_AUTH_DOMAIN: authDomain, FIREBASE_AUTH_EMULATOR_HOST: emulatorHost } = env;
  if (apiKey && projectId && authDomain) return { kind: 'firebase', apiKey, projectId, authDomain, emulatorHost: emulatorHost ?? null };
  return { kind: 'builtin', google: googleOf(env, demo), oidc: otherOf(env) };
}

function googleOf(env: Environment, demo: boolean): OidcClient | 'practice' | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer = GOOGLE } = env;
  if (clientId && clientSecret) return { issuer, clientId, clientSecret };
  return demo ? 'practice' : null;
}

function otherOf(env: Environment): OtherProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name, OIDC_ACR_VALUES: acr = '' } = env;
  if (!issuer || !clientId || !clientSecret || !name) return null;
  return { issuer, clientId, clientSecret, name, acrValues: acr.split(' ').filter((one) => one !== '') };
}

function key(name: string, what: string) {
  return z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/u, `${name}: set ${what}, without spaces.`)
    .optional();
}
