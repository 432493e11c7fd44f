import { describe, expect, it } from 'vitest';
import { loginTarget } from './login-target.ts';

describe('The guard’s login target', () => {
  it('The login target contains the whole requested address, whatever its characters', () => {
    const from = '/dashboard/payment/a b?x=1&y=ü#part';
    const { to, state } = loginTarget(from, 'seller');
    const query = new URL(to, 'http://shop').searchParams;
    expect({ from: query.get('from'), needs: query.get('needs'), state }).toEqual({ from, needs: 'seller', state: { from, needs: 'seller' } });
  });

  it('The login target names no role when none is needed', () => {
    expect(loginTarget('/dashboard')).toEqual({ to: '/login?from=%2Fdashboard', state: { from: '/dashboard' } });
  });
});
