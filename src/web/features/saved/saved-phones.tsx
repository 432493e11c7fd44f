import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SavedPhone } from '#contract/saved.ts';
import { TAKEN_DOWN } from '#contract/shared/taken-down.ts';
import { canStore } from '../../session/session-store.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { useApp, useSession } from '../../use-app.tsx';
import { type Remembered, savedHere } from './on-device.ts';
import { PhoneRow } from './phone-row.tsx';
import { savedOptions, summariesOptions } from './queries.ts';
import { SaveButton } from './save-button.tsx';

const FAILED = 'We couldn’t load your saved phones.';
const HOW = 'Press the heart on a phone, and find it here with its price then and now.';
const BLOCKED = 'Your browser doesn’t let us save anything on this device.';

/** The phones that the user saved: in their account or, for a visitor, on the device. */
export function SavedPhones() {
  const { status } = useSession();
  if (status === 'loading') return <RowsSkeleton count={4} />;
  return status === 'signed-in' ? <InAccount /> : <OnDevice />;
}

function InAccount() {
  const { api } = useApp();
  const query = useInfiniteQuery(savedOptions(api));
  if (query.error && !query.data) return <FailedRead message={FAILED} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <RowsSkeleton count={4} />;
  return (
    <>
      <Rows phones={query.data.pages.flatMap(({ items }) => items)} />
      <NextPage query={query} />
    </>
  );
}

function OnDevice() {
  const { api } = useApp();
  const here = savedHere.use();
  const ids = here.map(({ id }) => id);
  const query = useQuery({ ...summariesOptions(api, ids), placeholderData: keepPreviousData });
  if (query.error && !query.data) return <FailedRead message={FAILED} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <RowsSkeleton count={4} />;
  const found = new Map(query.data.map((phone) => [phone._id, phone]));
  const phones = here.map(({ id, price }): SavedOrGone => ({ ...(found.get(id) ?? gone(id, price)), priceThen: price }));
  const where = canStore() ? 'They are saved on this device.' : `${BLOCKED} They’ll be gone when you reload.`;
  return (
    <>
      {phones.length > 0 && <p className="max-w-prose text-muted">{where} Log in, and they move to your account.</p>}
      <Rows phones={phones} how={canStore() ? HOW : `${BLOCKED} Log in to save phones.`} />
    </>
  );
}

type SavedOrGone = Omit<SavedPhone, 'savedAt'>;

function gone(id: Remembered['id'], price: number): Omit<SavedOrGone, 'priceThen'> {
  return { _id: id, model_name: TAKEN_DOWN, image: '', storage: '', condition: '', color: '', resale_price: price, status: 'gone' };
}

function Rows({ phones, how = HOW }: { phones: SavedOrGone[]; how?: string }) {
  const list = useHeadingFocus<HTMLUListElement>(phones.length);
  if (phones.length === 0)
    return (
      <EmptyState title="No saved phones yet" action={<ButtonLink to="/phones">See all phones</ButtonLink>}>
        {how}
      </EmptyState>
    );
  return (
    <ul ref={list} tabIndex={-1} aria-label="Saved phones" className="outline-none">
      {phones.map((phone) => (
        <PhoneRow key={phone._id} phone={phone} action={<SaveButton listing={phone} isSaved />} />
      ))}
    </ul>
  );
}
