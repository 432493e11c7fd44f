import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { NewPasswordForm } from '../features/accounts/new-password-form.tsx';
import { Link, useSearchParams } from '../router/index.ts';

export function Page() {
  const [query] = useSearchParams();
  const token = query.get('token');
  if (token && !query.has('error')) {
    return (
      <AccountFrame title="Reset your password">
        <NewPasswordForm token={token} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Reset your password">
      <p>
        This link has expired or was already used.{' '}
        <Link to="/login" className="font-semibold text-accent underline">
          Request a new one
        </Link>{' '}
        with “Forgot Password” on the login page.
      </p>
    </AccountFrame>
  );
}
