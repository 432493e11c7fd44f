import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { NewPasswordForm } from '../features/accounts/new-password-form.tsx';
import { RequestReset } from '../features/accounts/request-reset.tsx';
import { useSearchParams } from '../router/index.ts';

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
          <RequestReset />
        </>
      )}
    </AccountFrame>
  );
}
