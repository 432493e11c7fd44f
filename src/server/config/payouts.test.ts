import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

function kindOf(environment: Record<string, string>): string {
  return readConfig(environment).payouts.kind;
}

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('How sellers are paid', () => {
  it('Is practice in a demo shop with practice cards, and by hand everywhere else unless it is set', () => {
    expect(kindOf({})).toBe('practice');
    expect(kindOf({ DEMO: 'false' })).toBe('by-hand');
    expect(kindOf(STRIPE)).toBe('by-hand');
    expect(kindOf({ ...STRIPE, PAYOUTS: 'stripe' })).toBe('stripe');
    expect(kindOf({ PAYOUTS: 'by-hand' })).toBe('by-hand');
    expect(kindOf({ DEMO: 'false', PAYOUTS: 'practice' })).toBe('practice');
  });

  it('Needs the cards of the same provider', () => {
    expect(faultsOf({ PAYOUTS: 'stripe' })).toContain('PAYOUTS: Stripe pays sellers out of its own payments only');
    expect(faultsOf({ ...STRIPE, PAYOUTS: 'practice' })).toContain('PAYOUTS: practice payouts need practice cards');
    expect(faultsOf({ PAYOUTS: 'paypal' })).toContain('PAYOUTS: set practice, stripe or by-hand.');
    expect(faultsOf({ STRIPE_CONNECT_WEBHOOK_SECRET: 'secret' })).toContain('begins with whsec_');
  });

  it('Takes a fee of two decimals within its bounds, and none by default', () => {
    expect(readConfig({}).sellerFee).toEqual({ percent: 0, fixed: 0 });
    expect(readConfig({ SELLER_FEE_PERCENT: '4.35', SELLER_FEE_FIXED: '0.3' }).sellerFee).toEqual({ percent: 4.35, fixed: 0.3 });
    for (const percent of ['-1', '50.01', '4.355', 'much', 'Infinity'])
      expect(faultsOf({ SELLER_FEE_PERCENT: percent })).toContain('SELLER_FEE_PERCENT: set a number');
    for (const fixed of ['-0.01', '100.01', '0.001']) expect(faultsOf({ SELLER_FEE_FIXED: fixed })).toContain('SELLER_FEE_FIXED: set a number');
  });
});
