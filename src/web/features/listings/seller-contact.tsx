import { loginTarget } from '../../login-target.ts';
import { Link, useLocation } from '../../router/index.ts';

/** The server masks every character for those who are not signed in. */
export const isMasked = (text: string): boolean => /^•+$/u.test(text);

/** A phone number or e-mail address of a seller; signed out, the way to see it. */
export const SellerContact = ({ value }: { value: string }) => {
  const { pathname, search } = useLocation();
  if (!isMasked(value)) return <span className="break-all">{value}</span>;
  const { to, state } = loginTarget(`${pathname}${search}`);
  return (
    <Link to={to} state={state} className="relative font-medium text-accent underline underline-offset-4">
      Sign in to see it
    </Link>
  );
};
