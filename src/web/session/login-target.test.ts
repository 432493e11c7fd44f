import { describe, expect, it } from 'vitest';
import { loginTarget } from './login-target.ts';

describe('where a guard sends people', () => {
  it('keeps the whole address they wanted, whatever stands in it', () => {
    const from = '/dashboard/payment/a b?x=1&y=ü#part';
    const { to, state } = loginTarget(from, 'seller');
    const query = new URL(to, 'http://shop').searchParams;
    expect({ from: query.get('from'), needs: query.get('needs'), state }).toEqual({ from, needs: 'seller', state: { from, needs: 'seller' } });
  });

  it('names no role when none is needed', () => {
    expect(loginTarget('/dashboard')).toEqual({ to: '/login?from=%2Fdashboard', state: { from: '/dashboard' } });
  });
});
