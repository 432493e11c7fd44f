import { lazy, Suspense } from 'react';
import { ChangePasswordForm } from '../features/accounts/change-password-form.tsx';
import { SignInList } from '../features/accounts/sign-in-list.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { useApp, useSession } from '../use-app.tsx';

// The home page names the files that this page imports; lazy loading keeps these out of that list.
const SecondFactorPart = lazy(async () => ({ default: (await import('../features/accounts/second-factor.tsx')).SecondFactorPart }));
const PasskeyList = lazy(async () => ({ default: (await import('../features/accounts/passkey-list.tsx')).PasskeyList }));

export function Page() {
  const session = useSession();
  const { config } = useApp();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="grid max-w-3xl gap-10">
      <h1 className="text-2xl md:text-3xl">Security</h1>
      <section className="grid gap-4" aria-labelledby="password">
        <div className="grid gap-1">
          <h2 id="password" className="text-xl">
            Password
          </h2>
          <p className="max-w-prose text-muted">
            {config.identity.kind === 'firebase'
              ? 'Your password is managed by our login service. To change it, log out and select “Forgot Password” on the login page.'
              : 'Changing it logs you out everywhere else, and we’ll email you to confirm. If you log in with another account, such as Google, you may not have one.'}
          </p>
        </div>
        {config.identity.kind === 'builtin' && <ChangePasswordForm email={session.identity.email} />}
      </section>
      <SignInList />
      {config.identity.kind === 'builtin' && (
        <Suspense fallback={<RowsSkeleton count={1} />}>
          <PasskeyList />
        </Suspense>
      )}
      <Suspense fallback={<RowsSkeleton count={1} />}>
        <SecondFactorPart email={session.identity.email} />
      </Suspense>
    </div>
  );
}
