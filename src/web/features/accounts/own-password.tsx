import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../use-app.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { PasswordSkeleton } from './password-skeleton.tsx';
import { secondFactorOptions } from './second-factor-queries.ts';
import { SetPassword } from './set-password.tsx';

/** Changes the user's password, or lets those who log in without one set it. */
export function OwnPassword({ email }: { email: string }) {
  const { api } = useApp();
  const { data, isLoading } = useQuery(secondFactorOptions(api));
  if (isLoading) return <PasswordSkeleton />;
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
