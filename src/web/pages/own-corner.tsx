import type { Place } from '../features/accounts/account-menu.tsx';
import { DashboardToggle } from '../features/accounts/dashboard-toggle.tsx';
import { SignedInMenu } from '../features/accounts/signed-in-menu.tsx';
import { Bell } from '../features/notifications/bell.tsx';
import type { SignedInIdentity } from '../ports/identity.ts';

/** The account corner of someone logged in. */
export function OwnCorner({ identity, places }: { identity: SignedInIdentity; places: Place[] }) {
  return (
    <>
      <div className="size-11 max-md:hidden">
        <Bell />
      </div>
      <SignedInMenu identity={identity} places={places} />
      <DashboardToggle />
    </>
  );
}
