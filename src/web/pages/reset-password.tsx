import { AccountFrame } from '../features/accounts/account-frame.tsx';
import { NewPasswordForm } from '../features/accounts/new-password-form.tsx';
import { Link, useSearchParams } from '../router/index.ts';

export const Page = () => {
  const [query] = useSearchParams();
  const token = query.get('token');
  if (token && !query.has('error')) {
    return (
      <AccountFrame title="Set a new password">
        <NewPasswordForm token={token} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Set a new password">
      <p>
        This link was used already, or has run out.{' '}
        <Link to="/login" className="font-semibold text-accent underline">
          Ask for a new one
        </Link>{' '}
        with “Forgot Password” on the login page.
      </p>
    </AccountFrame>
  );
};
