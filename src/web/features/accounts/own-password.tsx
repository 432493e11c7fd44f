import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApp } from '../../use-app.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { secondFactorOptions } from './second-factor-queries.ts';
import { SetPassword } from './set-password.tsx';

/** Changes the user's password, or lets those who log in without one set it. `pending`: shown until it is known which. */
export function OwnPassword({ email, pending }: { email: string; pending: ReactNode }) {
  const { api } = useApp();
  const { data, isLoading } = useQuery(secondFactorOptions(api));
  if (isLoading) return pending;
  const hasNone = data?.state === 'no-password';
  return (
    <>
      <p className="max-w-prose text-muted">
        {hasNone
          ? 'You log in without a password. We can email you a link to set one. That logs you out everywhere.'
          : 'Changing it logs you out everywhere else, and we’ll email you to confirm.'}
      </p>
      {hasNone ? <SetPassword email={email} /> : <ChangePasswordForm email={email} />}
    </>
  );
}
