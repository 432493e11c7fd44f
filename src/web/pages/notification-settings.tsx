import { EmailSettings } from '../features/notifications/email-settings.tsx';
import { Link } from '../router/index.ts';

export function Page() {
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <h1 className="text-2xl">Notification settings</h1>
        <p className="text-muted">
          Everything appears under{' '}
          <Link to="/dashboard/updates" className="underline underline-offset-4">
            Updates
          </Link>
          . Choose what we also email you.
        </p>
      </div>
      <EmailSettings />
    </div>
  );
}
