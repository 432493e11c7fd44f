import { lazy, Suspense } from 'react';
import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { NewPasswordForm } from '../features/accounts/new-password-form.tsx';
import { useSearchParams } from '../router/index.ts';
import { PageSpinner } from '../ui/spinner.tsx';

// Few need it, and every page names the files that this one imports.
const RequestReset = lazy(async () => ({ default: (await import('../features/accounts/request-reset.tsx')).RequestReset }));

export function Page() {
  const [query] = useSearchParams();
  const token = query.get('token');
  const isRefused = query.has('error');
  return (
    <AccountFrame title="Reset your password">
      {token && !isRefused ? (
        <NewPasswordForm token={token} />
      ) : (
        <>
          <p className="mb-6">
            {isRefused ? 'This link has expired or was already used. We can email you a new one.' : 'We’ll email you a link to set a new password.'}
          </p>
          <Suspense fallback={<PageSpinner />}>
            <RequestReset />
          </Suspense>
        </>
      )}
    </AccountFrame>
  );
}
