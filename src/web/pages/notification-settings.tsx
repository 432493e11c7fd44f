import { ChannelSettings } from '../features/notifications/channel-settings.tsx';
import { PushDevices } from '../features/push/push-devices.tsx';
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
          </Link>{' '}
          and{' '}
          <Link to="/dashboard/messages" className="underline underline-offset-4">
            Messages
          </Link>
          . Choose what we also email you, and what your devices show.
        </p>
      </div>
      <PushDevices />
      <ChannelSettings />
    </div>
  );
}
