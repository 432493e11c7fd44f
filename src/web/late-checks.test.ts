import { expect, test, vi } from 'vitest';
import { lateChecks } from './late-checks.ts';

const options = { fields: {}, shouldUseNativeValidation: false };

test('Checks are loaded when somebody begins to fill in the form, and once they are loaded decide', async () => {
  const errors = { email: { type: 'required', message: 'Email is Required' } };
  const load = vi.fn(async () => async () => ({ values: {}, errors }));
  const checks = lateChecks<{ email: string }>(load);
  expect(load).not.toHaveBeenCalled();
  checks.begin();
  expect(load).toHaveBeenCalledTimes(1);
  expect(await checks.resolver({ email: '' }, undefined, options)).toEqual({ values: {}, errors });
});

test('A form whose checks can’t be loaded is sent as it is', async () => {
  const checks = lateChecks<{ email: string }>(() => Promise.reject(new Error('offline')));
  checks.begin();
  expect(await checks.resolver({ email: 'x' }, undefined, options)).toEqual({ values: { email: 'x' }, errors: {} });
});
