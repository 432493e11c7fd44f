import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { INSPECTION_HOURS } from '#contract/fulfillment.ts';
import type { FeeTerms } from '#contract/seller-fee.ts';
import type { DatabaseConfig } from '../db/database.ts';
import { OperatorFault } from '../errors.ts';
import { LEAST_SECRET } from '../security/secrets.ts';
import { type BackupConfig, backupOf, backupSettings } from './backup.ts';
import { databaseFaults, databaseOf, databaseSettings } from './database.ts';
import { flag, webAddress, webOrigin } from './fields.ts';
import { type IdentityConfig, identityFaults, identityOf, identitySettings } from './identity.ts';
import { type ImagesConfig, imageFaults, imageSettings, imagesOf, photoTrustOf } from './images.ts';
import { type MailConfig, mailOf, mailSettings, mailSettingsFaults } from './mail.ts';
import { type MonitoringConfig, monitoringOf, monitoringSettings, type ShownSetting, showSettings } from './monitoring.ts';
import { type PaymentsConfig, paymentFaults, paymentSettings, paymentsOf, STRIPE_NAMES } from './payments.ts';
import { type PayoutsConfig, payoutFaults, payoutSettings, payoutsOf } from './payouts.ts';
import { type PushConfig, pushFaults, pushSettings } from './push.ts';
import { readSettingFiles } from './secret-files.ts';
import { type SecurityConfig, securityOf, securitySettings } from './security.ts';

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** The shop's public address, without a trailing slash; null: the address it listens on. */
  publicUrl: string | null;
  shopName: string;
  demo: boolean;
  production: boolean;
  logLevel: string;
  database: DatabaseConfig;
  /** Memory limit for cached public replies; 0 turns the cache off. */
  cacheBytes: number;
  /** Null: generated at the first start and stored in the data directory. */
  authSecret: string | null;
  admin: { email: string; password: string } | null;
  identity: IdentityConfig;
  payments: PaymentsConfig;
  mail: MailConfig;
  push: PushConfig;
  images: ImagesConfig;
  /** Certificates of authorities whose signers' photos are believed, as PEM. */
  photoTrust: readonly string[];
  monitoring: MonitoringConfig;
  /** The settings in the environment, as shown to admins. */
  shown: ShownSetting[];
  backup: BackupConfig;
  security: SecurityConfig;
  /** How long buyers can check a phone after the handover. */
  inspectionHours: number;
  /** The discount on a person's first purchase: percent of the price, and its cap in dollars. */
  firstPurchase: { percent: number; cap: number };
  /** What the shop takes off a sale: percent of the price, plus dollars. */
  sellerFee: FeeTerms;
  payouts: PayoutsConfig;
  contact: { phone: string; email: string };
  community: { name: string; url: string }[];
};

/** All errors in a configuration, each with the variable's name and how to fix it. */
export class ConfigFaults extends OperatorFault {
  constructor(faults: string[]) {
    super(`The configuration has errors:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

const Environment = z.object({
  // Anything else counts as development, where the default is a demo shop.
  NODE_ENV: z
    .string()
    .refine((value) => value === 'production' || !/^\s*prod/iu.test(value), 'NODE_ENV: set production, in lower case and without spaces.')
    .optional(),
  PORT: z.coerce
    .number('PORT: set a number from 0 to 65535.')
    .int('PORT: set a whole number.')
    .min(0, 'PORT: set a number from 0 to 65535.')
    .max(65535, 'PORT: set a number from 0 to 65535.')
    .default(3000),
  HOST: z.string().refine(isHost, 'HOST: set only a host name or an address, such as 127.0.0.1; the port is set by PORT.').default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  ...databaseSettings,
  CACHE_MB: z.coerce
    .number('CACHE_MB: set a number of megabytes.')
    .min(0, 'CACHE_MB: set 0 or more.')
    .max(100_000, 'CACHE_MB: set 100000 or less.')
    .default(48),
  PUBLIC_URL: webOrigin('PUBLIC_URL'),
  SHOP_NAME: z.string().max(60, 'SHOP_NAME: at most 60 characters.').default('Redial'),
  DEMO: flag('DEMO'),
  ALLOW_PRACTICE_CARDS: flag('ALLOW_PRACTICE_CARDS'),
  ALLOW_KEPT_MAIL: flag('ALLOW_KEPT_MAIL'),
  ALLOW_PLAIN_SMTP: flag('ALLOW_PLAIN_SMTP'),
  ...mailSettings,
  ...pushSettings,
  ...identitySettings,
  ...paymentSettings,
  ...imageSettings,
  ...monitoringSettings,
  ...backupSettings,
  ...securitySettings,
  AUTH_SECRET: z.string().min(LEAST_SECRET, `AUTH_SECRET: set at least ${LEAST_SECRET} characters that nobody can guess.`).optional(),
  ADMIN_EMAIL: z.email('ADMIN_EMAIL: set an email address.').toLowerCase().optional(),
  ADMIN_PASSWORD: z
    .string()
    .regex(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,128}$/u, 'ADMIN_PASSWORD: set at least eight letters and digits, with at least one of each.')
    .optional(),
  PAYMENT_HOLD_SECONDS: z.coerce
    .number('PAYMENT_HOLD_SECONDS: set a number of seconds.')
    .int('PAYMENT_HOLD_SECONDS: set a whole number of seconds.')
    .min(1, 'PAYMENT_HOLD_SECONDS: set 1 or more.')
    .max(86_400, 'PAYMENT_HOLD_SECONDS: set 86400 (a day) or less.')
    .default(900),
  INSPECTION_HOURS: z.coerce
    .number('INSPECTION_HOURS: set a whole number of hours.')
    .int('INSPECTION_HOURS: set a whole number of hours.')
    .min(INSPECTION_HOURS.min, `INSPECTION_HOURS: set ${INSPECTION_HOURS.min} or more.`)
    .max(INSPECTION_HOURS.max, `INSPECTION_HOURS: set ${INSPECTION_HOURS.max} or less.`)
    .default(INSPECTION_HOURS.default),
  FIRST_PURCHASE_PERCENT: z.coerce
    .number('FIRST_PURCHASE_PERCENT: set a whole number from 0 to 100.')
    .int('FIRST_PURCHASE_PERCENT: set a whole number from 0 to 100.')
    .min(0, 'FIRST_PURCHASE_PERCENT: set 0 or more.')
    .max(100, 'FIRST_PURCHASE_PERCENT: set 100 or less.')
    .default(20),
  FIRST_PURCHASE_CAP: z.coerce
    .number('FIRST_PURCHASE_CAP: set a whole number of dollars.')
    .int('FIRST_PURCHASE_CAP: set a whole number of dollars.')
    .min(1, 'FIRST_PURCHASE_CAP: set 1 or more; FIRST_PURCHASE_PERCENT=0 turns the discount off.')
    .max(10_000, 'FIRST_PURCHASE_CAP: set 10000 or less.')
    .default(50),
  ...payoutSettings,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'LOG_LEVEL: set fatal, error, warn, info, debug, trace or silent.')
    .default('info'),
  CONTACT_PHONE: z.string().max(60, 'CONTACT_PHONE: at most 60 characters.').default('+1 555 0100'),
  CONTACT_EMAIL: z.email('CONTACT_EMAIL: set an email address.').default('hello@redial.test'),
  COMMUNITY_FACEBOOK: webAddress('COMMUNITY_FACEBOOK'),
  COMMUNITY_INSTAGRAM: webAddress('COMMUNITY_INSTAGRAM'),
  COMMUNITY_YOUTUBE: webAddress('COMMUNITY_YOUTUBE'),
});
type Environment = z.output<typeof Environment>;

/** A name or an address to listen on, which links can name. */
function isHost(text: string): boolean {
  if (isIP(text) === 6) return URL.canParse(`http://[${text}]`);
  return /^[\w.-]+$/u.test(text) && URL.canParse(`http://${text}`);
}

/** Every variable that is read. */
export const settingNames = Object.keys(Environment.shape);

/** Parses the environment into a configuration; throws `ConfigFaults` listing every error. An empty environment gives the demo shop. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { environment: whole, faults: unread } = readSettingFiles(environment, settingNames);
  if (unread.length > 0) throw new ConfigFaults(unread);
  const input = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = Environment.safeParse(input);
  if (!parsed.success)
    throw new ConfigFaults(parsed.error.issues.map((issue) => (issue.message.includes(':') ? issue.message : `${issue.path.join('.')}: ${issue.message}`)));
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const faults = combinationFaults(env, production);
  if (faults.length > 0) throw new ConfigFaults(faults);
  const demo = env.DEMO ?? !production;
  const dataDir = resolve(env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    publicUrl: env.PUBLIC_URL ?? null,
    shopName: env.SHOP_NAME,
    demo,
    production,
    logLevel: env.LOG_LEVEL,
    database: databaseOf(env, dataDir),
    cacheBytes: env.CACHE_MB * 1024 ** 2,
    authSecret: env.AUTH_SECRET ?? null,
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
    identity: identityOf(env, demo),
    payments: paymentsOf(env),
    mail: mailOf(env),
    push: { standIn: env.PUSH_STAND_IN ?? null },
    images: imagesOf(env),
    photoTrust: photoTrustOf(env),
    monitoring: monitoringOf(env),
    shown: showSettings(settingNames, input),
    backup: backupOf(env, dataDir),
    security: securityOf(env, env.CONTACT_EMAIL),
    firstPurchase: { percent: env.FIRST_PURCHASE_PERCENT, cap: env.FIRST_PURCHASE_CAP },
    inspectionHours: env.INSPECTION_HOURS,
    sellerFee: { percent: env.SELLER_FEE_PERCENT, fixed: env.SELLER_FEE_FIXED },
    payouts: payoutsOf(env, { demo }),
    contact: { phone: env.CONTACT_PHONE, email: env.CONTACT_EMAIL },
    community: community(env),
  };
}

function combinationFaults(env: Environment, production: boolean): string[] {
  const faults: string[] = [
    ...paymentFaults(env, { production, demo: env.DEMO ?? !production }),
    ...payoutFaults(env),
    ...identityFaults(env, production),
    ...mailSettingsFaults(env),
    ...pushFaults(env, production),
    ...imageFaults(env),
    ...(production ? databaseFaults(env) : []),
  ];
  if (env.REQUIRE_ADMIN_SECOND_FACTOR && env.FIREBASE_PROJECT_ID)
    faults.push('REQUIRE_ADMIN_SECOND_FACTOR: Firebase Authentication handles logging in and second factors; leave this out.');
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL) faults.push('DATABASE_REPLICA_URL: a replica needs the database it follows; set DATABASE_URL, too.');
  if ((env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined)) faults.push('ADMIN_EMAIL and ADMIN_PASSWORD: set both, or neither.');
  const demo = env.DEMO ?? !production;
  if (!production || demo) return faults;
  if (!env.PUBLIC_URL) faults.push('PUBLIC_URL: required in production; set the shop’s own address, such as https://shop.example.');
  if (!env.AUTH_SECRET) faults.push(`AUTH_SECRET: required in production; set at least ${LEAST_SECRET} characters that nobody can guess.`);
  if (!env.TRUSTED_PROXIES)
    faults.push(
      'TRUSTED_PROXIES: required in production, or everyone behind a proxy counts as one visitor; list your proxies’ addresses, such as 127.0.0.1, or set none if people reach the shop directly.',
    );
  if (!env.ALLOW_PRACTICE_CARDS && STRIPE_NAMES.every((name) => env[name] === undefined))
    faults.push('ALLOW_PRACTICE_CARDS: no card provider is set up, and practice cards move no money; set true to use them anyway.');
  if (!env.ALLOW_KEPT_MAIL && !env.SMTP_URL)
    faults.push('ALLOW_KEPT_MAIL: no mail server is set up (SMTP_URL), so emails stay in the database and reach nobody; set true to accept that.');
  return faults;
}

function community(env: Environment): Config['community'] {
  return [
    { name: 'Facebook', url: env.COMMUNITY_FACEBOOK ?? '/' },
    { name: 'Instagram', url: env.COMMUNITY_INSTAGRAM ?? '/' },
    { name: 'YouTube', url: env.COMMUNITY_YOUTUBE ?? '/' },
  ];
}

/** The process's environment, completed from a `.env` file in the working directory. */
export function readEnvironment(): Record<string, string | undefined> {
  if (!existsSync('.env')) return process.env;
  try {
    process.loadEnvFile('.env');
  } catch {
    // Docker makes a directory where a file to mount is missing.
    throw new OperatorFault('The file .env can’t be read: it is a directory, or this user has no permission.');
  }
  return process.env;
}
