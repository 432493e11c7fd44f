import { Link } from '../router/index.ts';
import { Icon } from './icon.tsx';

/** What protects a buyer, in one line. */
export function ProtectionLine() {
  return (
    <p className="flex items-start gap-3 text-sm">
      <Icon name="shield-check" className="size-5 shrink-0 text-good" />
      <span className="min-w-0">
        We hold your money until you’ve met, checked the phone and had time to try it.{' '}
        <Link to="/help/buyer-protection" className="font-medium text-accent underline underline-offset-4">
          Buyer protection
        </Link>
      </span>
    </p>
  );
}
