import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Place } from '../features/accounts/account-menu.tsx';
import { DashboardToggle } from '../features/accounts/dashboard-toggle.tsx';
import { SignedInMenu } from '../features/accounts/signed-in-menu.tsx';
import { unreadOptions } from '../features/conversations/queries.ts';
import { Bell } from '../features/notifications/bell.tsx';
import { useTakeOverSaved } from '../features/saved/take-over.ts';
import type { SignedInIdentity } from '../ports/identity.ts';
import { loadToasts } from '../ui/toast.tsx';
import { useApp } from '../use-app.tsx';

/** The account corner of someone logged in, and what else happens for them on every page. */
export function OwnCorner({ identity, places }: { identity: SignedInIdentity; places: Place[] }) {
  useToastsInTime();
  useTakeOverSaved();
  const messages = useQuery(unreadOptions(useApp().api)).data ?? 0;
  return (
    <>
      <div className="size-11 max-md:hidden">
        <Bell messages={messages} />
      </div>
      <SignedInMenu identity={identity} places={places} />
      <DashboardToggle />
    </>
  );
}

/** Loads toasts early for people who are likely to see some, so that they work once the connection is lost. */
function useToastsInTime(): void {
  useEffect(() => {
    loadToasts().catch(() => {});
  }, []);
}
