import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#test/support/server-process.ts';
import { OperatorFault } from '../errors.ts';
import { type Config, readConfig, readEnvironment, settingNames } from './config.ts';

const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
/** The example file with all its settings uncommented. */
const shown = parseEnv(text.replaceAll(/^#(?=[A-Z\d_]+=)/gmu, '')) as Record<string, string>;
/** Controls Node itself; the file only mentions it. */
const NODES_OWN = 'NODE_ENV';

/** The errors for settings the shop can't use; empty when it can. */
function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('.env.example', () => {
  it('.env.example shows every setting that is read, and no other', () => {
    expect(Object.keys(shown).sort()).toEqual(settingNames.filter((name) => name !== NODES_OWN).sort());
    expect(text).toContain(NODES_OWN);
  });

  it('.env.example changes nothing until a line is uncommented', () => {
    expect(parseEnv(text)).toEqual({});
  });

  it('.env.example is a valid configuration with the defaults', () => {
    const [taken, plain] = [readConfig(shown), readConfig({})];
    const defaults = ['port', 'host', 'dataDir', 'shopName', 'contact', 'demo', 'payments', 'logLevel'] as const satisfies (keyof Config)[];
    for (const name of defaults) expect([name, taken[name]]).toEqual([name, plain[name]]);
  });
});

describe('Where the shop listens', () => {
  it.each(['127.0.0.1', '::', '::1', 'fd00::1', '0.0.0.0', 'localhost', 'shop_1.internal'])('HOST can be %s', (HOST) => {
    expect(readConfig({ HOST }).host).toBe(HOST);
  });

  it.each(['127.0.0.1:8080', '[::1]', 'localhost:80', '999.1.1.1', ':', 'fe80::1%eth0', 'http://shop.example', 'a/b'])('HOST can’t be %s', (HOST) => {
    expect(faultsOf({ HOST })).toContain('HOST: set only a host name or an address');
  });

  it('A directory named .env is refused in a sentence', () => {
    const { path, remove } = temporaryDirectory();
    mkdirSync(join(path, '.env'));
    const before = process.cwd();
    process.chdir(path);
    expect(() => readEnvironment()).toThrow(new OperatorFault('The file .env can’t be read: it is a directory, or this user has no permission.'));
    process.chdir(before);
    remove();
  });
});

describe('Image store settings', () => {
  const S3 = { S3_ENDPOINT: 'https://s3.example/', S3_REGION: 'eu-1', S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hidden-value' };
  it('Image settings choose the disk, a bucket or imgbb', () => {
    expect(readConfig({ S3_PATH_STYLE: 'true' }).images).toEqual({ kind: 'disk' });
    expect(readConfig({ ...S3, S3_PUBLIC_URL: 'https://cdn.example/p/' }).images).toEqual({
      kind: 's3',
      endpoint: 'https://s3.example',
      region: 'eu-1',
      bucket: 'pictures',
      accessKeyId: 'id',
      secretAccessKey: 'hidden-value',
      pathStyle: true,
      publicUrl: 'https://cdn.example/p',
    });
    expect(readConfig({ IMGBB_KEY: 'abc' }).images).toEqual({ kind: 'imgbb', key: 'abc', apiUrl: null });
  });

  it.each(Object.keys(S3))('Image settings are refused without %s, by name and never by value', (name) => {
    const faults = faultsOf({ ...S3, [name]: '' });
    expect(faults).toMatch(new RegExp(`- ${name}: .*missing`, 'u'));
    expect(faults).not.toContain('hidden-value');
  });

  it('Image settings are refused when they name two stores or are invalid', () => {
    expect(faultsOf({ ...S3, IMGBB_KEY: 'abc' })).toContain('IMGBB_KEY: pictures can only be stored in one place');
    expect(faultsOf({ S3_PUBLIC_URL: 'https://cdn.example' })).toContain('S3_ENDPOINT:');
    const wrong = { S3_ENDPOINT: 's3.example', S3_BUCKET: 'a/b', S3_SECRET_ACCESS_KEY: 'hid den', S3_PUBLIC_URL: 'https://cdn.example/?a', IMGBB_KEY: 'a-b' };
    for (const [name, value] of Object.entries(wrong)) {
      const faults = faultsOf({ ...S3, [name]: value });
      expect(faults).toContain(`${name}: set`);
      expect(faults).not.toContain(value);
    }
  });
});

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  AUTH_SECRET: 'nobody can guess this, it is long enough',
  ALLOW_KEPT_MAIL: 'true',
  TRUSTED_PROXIES: 'none',
};

describe('Production', () => {
  it.each(['Production', 'PRODUCTION', 'prod', ' production'])('Refuses NODE_ENV=%j instead of opening a demo shop', (NODE_ENV) => {
    expect(faultsOf({ NODE_ENV })).toContain('NODE_ENV: set production');
  });

  it.each(['development', 'test', ''])('Takes NODE_ENV=%j for a shop that isn’t in production', (NODE_ENV) => {
    expect(readConfig({ NODE_ENV })).toMatchObject({ production: false, demo: true });
  });
});

describe('The shop’s own address', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://Shop.example:443/', 'https://shop.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('Normalizes the shop’s address: %s', (PUBLIC_URL, stored) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(stored);
  });

  it.each([
    'shop.example',
    'https://shop.example/shop',
    'https://user:pw@shop.example',
    'https://shop.example?x',
    'https://shop.example#x',
    'ftp://shop.example',
    'https://a b',
    'https://[::1',
  ])('Refuses a shop address with more than scheme and host: %s', (PUBLIC_URL) => {
    expect(faultsOf({ PUBLIC_URL })).toContain('PUBLIC_URL: set only a scheme and a host');
  });
});

describe('Proxies in front of the shop', () => {
  const { TRUSTED_PROXIES: _none, ...UNDECIDED } = { ...PRODUCTION, ALLOW_PRACTICE_CARDS: 'true' };
  const proxiesOf = (written: string) => readConfig({ ...UNDECIDED, TRUSTED_PROXIES: written }).security.trustedProxies;

  it('Production requires TRUSTED_PROXIES, which may be “none”', () => {
    expect(faultsOf(UNDECIDED)).toMatch(/- TRUSTED_PROXIES: required in production.+ or set none/u);
    expect([proxiesOf('none'), proxiesOf(' None '), proxiesOf('10.0.0.5, 2001:db8::/32')]).toEqual([[], [], ['10.0.0.5', '2001:db8::/32']]);
    expect(readConfig({}).security.trustedProxies).toEqual([]);
  });

  it.each(['none, 10.0.0.5', 'proxy.example', '10.0.0.0/33'])('Refuses the proxy setting %s', (written) => {
    expect(faultsOf({ TRUSTED_PROXIES: written })).toContain('TRUSTED_PROXIES: set addresses or networks');
  });
});

describe('Card provider keys', () => {
  const TEST = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
  const LIVE = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
  it('Three Stripe keys choose Stripe, and none chooses practice cards', () => {
    expect(readConfig({}).payments.kind).toBe('practice');
    expect(readConfig(TEST).payments).toMatchObject({ kind: 'stripe', secretKey: 'sk_test_abc', publishableKey: 'pk_test_abc', apiUrl: null });
  });

  it.each(Object.keys(TEST))('Card keys are refused without %s, by name', (name) => {
    expect(faultsOf({ ...TEST, [name]: '' })).toMatch(new RegExp(`- ${name}: .*missing`, 'u'));
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'pk_test_abc'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_abc'],
    ['STRIPE_WEBHOOK_SECRET', 'wh_abcdef'],
    ['STRIPE_SECRET_KEY', 'sk_test_ab c'],
  ])('Card keys are refused by name, never by value: %s', (name, value) => {
    const faults = faultsOf({ ...TEST, [name]: value });
    expect(faults).toContain(`${name}: set the`);
    expect(faults).not.toContain(value);
  });

  it('Card keys are refused when one is a test key and the other a live one', () => {
    expect(faultsOf({ ...TEST, STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' })).toMatch(/STRIPE_PUBLISHABLE_KEY: one key is a test key/u);
  });

  it('Live card keys are refused in a demo shop unless the operator allows them', () => {
    expect(faultsOf(LIVE)).toMatch(/STRIPE_SECRET_KEY: a demo shop would charge real cards/u);
    expect(faultsOf({ ...PRODUCTION, ...LIVE, DEMO: 'true' })).toMatch(/STRIPE_SECRET_KEY: a demo shop would charge real cards/u);
    expect(readConfig({ ...LIVE, ALLOW_LIVE_KEYS: 'true' }).payments.kind).toBe('stripe');
    expect(readConfig({ ...LIVE, DEMO: 'false' }).payments.kind).toBe('stripe');
  });

  it('Test card keys are refused in production unless the operator allows them', () => {
    expect(faultsOf({ ...PRODUCTION, ...TEST })).toMatch(/STRIPE_SECRET_KEY: a shop in production can’t take money/u);
    expect(readConfig({ ...PRODUCTION, ...TEST, ALLOW_TEST_KEYS: 'true' }).payments.kind).toBe('stripe');
  });

  it('Card keys replace ALLOW_PRACTICE_CARDS in production', () => {
    expect(faultsOf(PRODUCTION)).toMatch(/ALLOW_PRACTICE_CARDS/u);
    expect(readConfig({ ...PRODUCTION, ...LIVE }).payments.kind).toBe('stripe');
  });
});

describe('Identity service keys', () => {
  const GOOGLE = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'GOCSPX-secret' };
  const OIDC = { OIDC_ISSUER: 'https://id.example/', OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'very-secret', OIDC_NAME: 'Example ID' };
  const FIREBASE = { FIREBASE_API_KEY: 'AIza-key', FIREBASE_PROJECT_ID: 'demo-shop', FIREBASE_AUTH_DOMAIN: 'demo-shop.firebaseapp.com' };
  const LIVE = { ...PRODUCTION, ALLOW_PRACTICE_CARDS: 'true' };

  it('Identity keys choose built-in identity with Google or another provider, or Firebase', () => {
    expect(readConfig({}).identity).toEqual({ kind: 'builtin', google: 'practice', oidc: null });
    expect(readConfig({ DEMO: 'false' }).identity).toEqual({ kind: 'builtin', google: null, oidc: null });
    expect(readConfig({ ...GOOGLE, ...OIDC }).identity).toEqual({
      kind: 'builtin',
      google: { issuer: 'https://accounts.google.com', clientId: GOOGLE.GOOGLE_CLIENT_ID, clientSecret: GOOGLE.GOOGLE_CLIENT_SECRET },
      oidc: { issuer: 'https://id.example', clientId: 'shop', clientSecret: 'very-secret', name: 'Example ID', acrValues: [] },
    });
    expect(readConfig({ ...OIDC, OIDC_ACR_VALUES: 'phr  urn:mfa' }).identity).toMatchObject({ oidc: { acrValues: ['phr', 'urn:mfa'] } });
    expect(faultsOf({ OIDC_ACR_VALUES: 'phr' })).toContain('OIDC_ACR_VALUES: it has no effect');
    expect(faultsOf({ ...FIREBASE, REQUIRE_ADMIN_SECOND_FACTOR: 'true' })).toContain('REQUIRE_ADMIN_SECOND_FACTOR: Firebase');
    expect(readConfig({ ...LIVE, ...FIREBASE }).identity).toMatchObject({ kind: 'firebase', projectId: 'demo-shop', emulatorHost: null });
  });

  it.each([
    [GOOGLE, 'GOOGLE_CLIENT_SECRET'],
    [OIDC, 'OIDC_NAME'],
    [FIREBASE, 'FIREBASE_AUTH_DOMAIN'],
  ])('Identity keys are refused when one is missing, by name: %o', (keys, name) => {
    expect(faultsOf({ ...keys, [name]: '' })).toMatch(new RegExp(`- ${name}: .*missing`, 'u'));
  });

  it.each([
    ['FIREBASE_PROJECT_ID', 'No Project'],
    ['FIREBASE_AUTH_DOMAIN', 'https://demo-shop.firebaseapp.com'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'http://elsewhere'],
    ['GOOGLE_CLIENT_SECRET', 'two words'],
    ['OIDC_ISSUER', 'id.example'],
  ])('Identity keys are refused by name, never by value: %s', (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toContain(`${name}: set `);
    expect(faults).not.toContain(value);
  });

  it('Identity keys of two services are refused together', () => {
    expect(faultsOf({ ...GOOGLE, ...FIREBASE })).toMatch(/GOOGLE_CLIENT_ID: Firebase Authentication has its own/u);
  });

  it('Production refuses an identity stand-in and an unencrypted address', () => {
    const emulated = { ...FIREBASE, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
    const stoodIn = { ...GOOGLE, GOOGLE_ISSUER: 'http://127.0.0.1:4000' };
    expect(faultsOf({ ...LIVE, ...emulated })).toMatch(/FIREBASE_AUTH_EMULATOR_HOST: an emulator’s tokens aren’t signed/u);
    expect(faultsOf({ ...LIVE, ...emulated, DEMO: 'true' })).toMatch(/FIREBASE_AUTH_EMULATOR_HOST/u);
    expect(faultsOf({ ...LIVE, ...stoodIn })).toMatch(/GOOGLE_ISSUER: this is a stand-in/u);
    expect(faultsOf({ ...LIVE, ...OIDC, OIDC_ISSUER: 'http://id.example' })).toMatch(/OIDC_ISSUER: set an address that begins with https/u);
    expect(readConfig({ ...LIVE, ...stoodIn, ALLOW_GOOGLE_STAND_IN: 'true' }).identity.kind).toBe('builtin');
    expect(readConfig(emulated).identity).toMatchObject({ emulatorHost: '127.0.0.1:9099' });
  });
});

describe('Settings in files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'redial-secrets-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const file = (text: string): string => {
    const path = join(directory, `${Math.random()}`);
    writeFileSync(path, text);
    return path;
  };
  const SECRET = 'a secret of forty characters, or even more';

  it('Reads settings from files, without the trailing newline', () => {
    expect(readConfig({ AUTH_SECRET_FILE: file(`${SECRET}\n`) }).authSecret).toBe(SECRET);
    expect(readConfig({ DATABASE_URL_FILE: file('postgres://u:p@db/shop') }).database).toMatchObject({ kind: 'postgres', url: 'postgres://u:p@db/shop' });
  });

  it('Any setting may be in a file', () => {
    expect(readConfig({ METRICS_TOKEN_FILE: file('a-token-nobody-can-guess\n') }).monitoring.metricsToken).toBe('a-token-nobody-can-guess');
    expect(readConfig({ BACKUP_PASSPHRASE_FILE: file('a phrase nobody can guess') }).backup.passphrase).toBe('a phrase nobody can guess');
    for (const name of settingNames) expect(faultsOf({ [`${name}_FILE`]: '/nowhere/file' })).toContain(`${name}_FILE: the file can’t be read (ENOENT).`);
  });

  it.each([
    ['a missing file', { AUTH_SECRET_FILE: '/nowhere/secret' }, 'AUTH_SECRET_FILE: the file can’t be read (ENOENT).'],
    ['an empty file', { SMTP_URL_FILE: file(' \n') }, 'SMTP_URL_FILE: the file is empty.'],
    ['a value next to the file', { AUTH_SECRET: SECRET, AUTH_SECRET_FILE: file(SECRET) }, 'AUTH_SECRET_FILE: AUTH_SECRET is set, too'],
    ['an invalid value', { AUTH_SECRET_FILE: file('hidden-value') }, 'AUTH_SECRET: set at least 32 characters'],
  ])('Reports the file setting %s by name, never by value', (_what, environment, sentence) => {
    const faults = faultsOf(environment as Record<string, string>);
    expect(faults).toContain(sentence);
    expect(faults).not.toMatch(/hidden-value|forty characters/u);
  });
});

describe('Security settings', () => {
  it('Security settings name proxies, limits and a contact', () => {
    expect(readConfig({}).security).toEqual({
      trustedProxies: [],
      allowedOrigins: [],
      rateLimits: 1,
      contact: 'mailto:hello@redial.test',
      adminSecondFactor: false,
    });
    expect(
      readConfig({
        TRUSTED_PROXIES: '10.0.0.5, 172.16.0.0/12 ::1',
        ALLOWED_ORIGINS: 'https://partner.example',
        RATE_LIMITS: '0',
        SECURITY_CONTACT: 'https://shop.example/security',
        REQUIRE_ADMIN_SECOND_FACTOR: 'yes',
      }).security,
    ).toEqual({
      trustedProxies: ['10.0.0.5', '172.16.0.0/12', '::1'],
      allowedOrigins: ['https://partner.example'],
      rateLimits: 0,
      contact: 'https://shop.example/security',
      adminSecondFactor: true,
    });
  });

  it.each([
    ['TRUSTED_PROXIES', 'loopback'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['RATE_LIMITS', '-1'],
    ['SECURITY_CONTACT', 'javascript:alert(1)'],
    ['SECURITY_CONTACT', 'http://shop.example'],
    ['REQUIRE_ADMIN_SECOND_FACTOR', 'perhaps'],
  ])('Refuses %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toContain(`${name}: set`);
  });
});
