import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApp } from '../../use-app.tsx';
import { viewedHere } from './on-device.ts';
import { PhoneRow } from './phone-row.tsx';
import { summariesOptions } from './queries.ts';

/** The phones that were looked at last on this device; renders nothing when there are none. */
export function RecentlyViewed() {
  const { api } = useApp();
  const ids = viewedHere.use().map(({ id }) => id);
  const phones = useQuery({ ...summariesOptions(api, ids), placeholderData: keepPreviousData }).data ?? [];
  if (phones.length === 0) return null;
  return (
    <section aria-labelledby="viewed" className="grid grid-cols-1 gap-2">
      <h2 id="viewed" className="text-xl">
        Recently viewed
      </h2>
      <p className="text-sm text-muted">Only this device remembers them.</p>
      <ul>
        {phones.map((phone) => (
          <PhoneRow key={phone._id} phone={phone} />
        ))}
      </ul>
    </section>
  );
}
