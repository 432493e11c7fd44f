import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig, settingNames } from './config.ts';

const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
/** What the example file would say with all its settings taken in. */
const shown = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gmu, '')) as Record<string, string>;
/** Says how Node runs, for all its programs; the file only mentions it. */
const NODES_OWN = 'NODE_ENV';

describe('.env.example', () => {
  it('shows every setting that is read, and no other', () => {
    expect(Object.keys(shown).sort()).toEqual(settingNames.filter((name) => name !== NODES_OWN).sort());
    expect(text).toContain(NODES_OWN);
  });

  it('changes nothing until a line is taken in', () => {
    expect(parseEnv(text)).toEqual({});
  });

  it('is a configuration that the shop takes, with the defaults where there are some', () => {
    const [taken, plain] = [readConfig(shown), readConfig({})];
    const defaults = ['port', 'host', 'dataDir', 'shopName', 'contact', 'demo', 'payments', 'logLevel'] as const satisfies (keyof Config)[];
    for (const name of defaults) expect([name, taken[name]]).toEqual([name, plain[name]]);
  });
});

describe('the card provider’s keys', () => {
  const TEST = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_PUBLISHABLE_KEY: 'pk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
  const LIVE = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
  const PRODUCTION = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    AUTH_SECRET: 'nobody can guess this, it is long enough',
    ALLOW_KEPT_MAIL: 'true',
  };
  const faultsOf = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
      return '';
    } catch (error) {
      return String(error);
    }
  };

  it('choose Stripe when all three are there, and practice cards when none is', () => {
    expect(readConfig({}).payments.kind).toBe('practice');
    expect(readConfig(TEST).payments).toMatchObject({ kind: 'stripe', secretKey: 'sk_test_abc', publishableKey: 'pk_test_abc', apiUrl: null });
  });

  it.each(Object.keys(TEST))('are refused without %s, by its name', (name) => {
    expect(faultsOf({ ...TEST, [name]: '' })).toMatch(new RegExp(`- ${name}: .*missing`, 'u'));
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'pk_test_abc'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_abc'],
    ['STRIPE_WEBHOOK_SECRET', 'wh_abcdef'],
    ['STRIPE_SECRET_KEY', 'sk_test_ab c'],
  ])('are refused by name, never by value: %s', (name, value) => {
    const faults = faultsOf({ ...TEST, [name]: value });
    expect(faults).toContain(`${name}: write the`);
    expect(faults).not.toContain(value);
  });

  it('are refused when one is a test key and the other a live one', () => {
    expect(faultsOf({ ...TEST, STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' })).toMatch(/STRIPE_PUBLISHABLE_KEY: one key is a test key/u);
  });

  it('are never live ones in a demo shop, unless the operator says so', () => {
    expect(faultsOf(LIVE)).toMatch(/STRIPE_SECRET_KEY: a demo shop would charge real cards/u);
    expect(faultsOf({ ...PRODUCTION, ...LIVE, DEMO: 'true' })).toMatch(/STRIPE_SECRET_KEY: a demo shop would charge real cards/u);
    expect(readConfig({ ...LIVE, ALLOW_LIVE_KEYS: 'true' }).payments.kind).toBe('stripe');
    expect(readConfig({ ...LIVE, DEMO: 'false' }).payments.kind).toBe('stripe');
  });

  it('are never test ones in production, unless the operator says so', () => {
    expect(faultsOf({ ...PRODUCTION, ...TEST })).toMatch(/STRIPE_SECRET_KEY: a shop in production moves no money/u);
    expect(readConfig({ ...PRODUCTION, ...TEST, ALLOW_TEST_KEYS: 'true' }).payments.kind).toBe('stripe');
  });

  it('are all that a shop in production needs instead of ALLOW_PRACTICE_CARDS', () => {
    expect(faultsOf(PRODUCTION)).toMatch(/ALLOW_PRACTICE_CARDS/u);
    expect(readConfig({ ...PRODUCTION, ...LIVE }).payments.kind).toBe('stripe');
  });
});
