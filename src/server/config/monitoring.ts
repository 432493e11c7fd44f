import { z } from 'zod';
import { webAddress } from './fields.ts';

/** Where traces go, and the fraction of requests traced (`ratio`, 0 to 1). */
export type TracesConfig = { endpoint: string; headers: Record<string, string>; serviceName: string; ratio: number };

export type MonitoringConfig = {
  /** The token for reading metrics; null: readable from this machine only, and not at all with a public address. */
  metricsToken: string | null;
  traces: TracesConfig | null;
  /** How long the shop reports that it isn't ready before it stops, in milliseconds. */
  stopDelayMs: number;
};

export const monitoringSettings = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/u, 'METRICS_TOKEN: set 16 to 200 letters, digits or any of - . _ ~ + / = that nobody can guess.')
    .optional(),
  STOP_DELAY_SECONDS: z.coerce
    .number('STOP_DELAY_SECONDS: set a number of seconds.')
    .min(0, 'STOP_DELAY_SECONDS: set 0 or more.')
    .max(60, 'STOP_DELAY_SECONDS: set 60 or less.')
    .default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('OTEL_EXPORTER_OTLP_ENDPOINT'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^\s*[\w-]+=[^,\r\n]+(,\s*[\w-]+=[^,\r\n]+)*$/u, 'OTEL_EXPORTER_OTLP_HEADERS: set name=value pairs separated by commas.')
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100, 'OTEL_SERVICE_NAME: at most 100 characters.').default('redial'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('OTEL_TRACES_SAMPLER_ARG: set a number from 0 to 1.')
    .min(0, 'OTEL_TRACES_SAMPLER_ARG: set a number from 0 to 1.')
    .max(1, 'OTEL_TRACES_SAMPLER_ARG: set a number from 0 to 1.')
    .default(1),
};

type Environment = z.output<z.ZodObject<typeof monitoringSettings>>;

/** A setting as shown to operators: `value` is null where it could be a secret or personal. */
export type ShownSetting = { name: string; value: string | null; isSet: boolean };

/** Only these are ever shown, so a new setting stays hidden until it is added here. */
const HARMLESS = new Set([
  ...[
    'NODE_ENV',
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_POOL',
    'DATABASE_PREPARE',
    'CACHE_MB',
    'PUBLIC_URL',
    'ALLOWED_ORIGINS',
    'SHOP_NAME',
    'TRUSTED_PROXIES',
    'RATE_LIMITS',
    'DEMO',
    'LOG_LEVEL',
    'BACKUP_EVERY',
    'BACKUP_DIR',
    'BACKUP_KEEP',
  ],
  ...[
    'ALLOW_PRACTICE_CARDS',
    'ALLOW_KEPT_MAIL',
    'ALLOW_PLAIN_SMTP',
    'ALLOW_PLAIN_DATABASE',
    'ALLOW_LIVE_KEYS',
    'ALLOW_TEST_KEYS',
    'ALLOW_GOOGLE_STAND_IN',
    'REQUIRE_ADMIN_SECOND_FACTOR',
  ],
  ...[
    'PAYMENT_HOLD_SECONDS',
    'INSPECTION_HOURS',
    'FIRST_PURCHASE_PERCENT',
    'FIRST_PURCHASE_CAP',
    'SELLER_FEE_PERCENT',
    'SELLER_FEE_FIXED',
    'PAYOUTS',
    'STRIPE_API_URL',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_BUCKET',
    'S3_PUBLIC_URL',
    'S3_PATH_STYLE',
    'IMGBB_API_URL',
  ],
  ...['GOOGLE_ISSUER', 'OIDC_ISSUER', 'OIDC_NAME', 'OIDC_ACR_VALUES', 'FIREBASE_PROJECT_ID', 'FIREBASE_AUTH_DOMAIN'],
  ...['STOP_DELAY_SECONDS', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_SERVICE_NAME', 'OTEL_TRACES_SAMPLER_ARG'],
]);

export function monitoringOf(env: Environment): MonitoringConfig {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  return {
    metricsToken: env.METRICS_TOKEN ?? null,
    stopDelayMs: env.STOP_DELAY_SECONDS * 1000,
    traces:
      endpoint === undefined
        ? null
        : { endpoint, headers: headersOf(env.OTEL_EXPORTER_OTLP_HEADERS), serviceName: env.OTEL_SERVICE_NAME, ratio: env.OTEL_TRACES_SAMPLER_ARG },
  };
}

function headersOf(text: string | undefined): Record<string, string> {
  return Object.fromEntries(
    (text ?? '').split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]];
    }),
  );
}

/** Values are URL-encoded; one that can't be decoded is used unchanged. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Every setting by name, with its value if that is harmless. */
export function showSettings(names: readonly string[], input: Record<string, string | undefined>): ShownSetting[] {
  return names.map((name) => {
    const value = input[name];
    return { name, value: value !== undefined && HARMLESS.has(name) && isPlain(value) ? value : null, isSet: value !== undefined };
  });
}

/** Addresses may contain a login or a key. */
function isPlain(value: string): boolean {
  if (!/^[a-z]+:\/\//iu.test(value)) return true;
  if (!URL.canParse(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return username === '' && password === '' && search === '' && hash === '';
}
