import { lazy, Suspense } from 'react';
import { SignInList } from '../features/accounts/sign-in-list.tsx';
import { PendingNote, RowsSkeleton, Skeleton } from '../ui/skeleton.tsx';
import { useApp, useSession } from '../use-app.tsx';

// The home page names the files that this page imports; lazy loading keeps these out of that list.
const OwnPassword = lazy(async () => ({ default: (await import('../features/accounts/own-password.tsx')).OwnPassword }));
const SecondFactorPart = lazy(async () => ({ default: (await import('../features/accounts/second-factor.tsx')).SecondFactorPart }));
const PasskeyList = lazy(async () => ({ default: (await import('../features/accounts/passkey-list.tsx')).PasskeyList }));

/** In the place and size of the form that changes a password, which nearly everybody gets. */
const PENDING_PASSWORD = (
  <div role="status" className="grid gap-3">
    <PendingNote />
    <Skeleton className="h-12 max-w-prose sm:h-6" />
    <Skeleton className="h-106 max-w-md" />
  </div>
);

export function Page() {
  const session = useSession();
  const { config } = useApp();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="grid max-w-3xl gap-10">
      <h1 className="text-2xl md:text-3xl">Security</h1>
      <section className="grid gap-3" aria-labelledby="password">
        <h2 id="password" className="text-xl">
          Password
        </h2>
        {config.identity.kind === 'firebase' ? (
          <p className="max-w-prose text-muted">
            Your password is managed by our login service. To change it, log out and select “Forgot Password” on the login page.
          </p>
        ) : (
          <Suspense fallback={PENDING_PASSWORD}>
            <OwnPassword email={session.identity.email} pending={PENDING_PASSWORD} />
          </Suspense>
        )}
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
