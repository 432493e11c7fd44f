import { NotificationList } from '../features/notifications/notification-list.tsx';
import { Link } from '../router/index.ts';
import { EmptyState } from '../ui/alerts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { InboxTabs } from './inbox-tabs.tsx';

export function Page() {
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl">Updates</h1>
      <InboxTabs />
      <NotificationList
        empty={
          <EmptyState title="Nothing new yet" action={<ButtonLink to="/phones">See all phones</ButtonLink>}>
            What happens to your orders, sales and listings appears here.
          </EmptyState>
        }
      />
      <Link to="/dashboard/notificationSettings" className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4">
        Notification settings
      </Link>
    </div>
  );
}
