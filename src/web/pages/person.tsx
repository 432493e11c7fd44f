import type { PersonDetails } from '#contract/lookups.ts';
import { RESTORE_DAYS } from '#contract/removals.ts';
import { PersonActions, UnverifyButton, VerifyButton } from '../features/accounts/person-actions.tsx';
import { SellerDecisionButtons } from '../features/decisions/seller-decision-buttons.tsx';
import { PersonView } from '../features/lookups/person-view.tsx';
import { Link, useParams } from '../router/index.ts';

export function Page() {
  const { id = '' } = useParams();
  return <PersonView key={id} id={id} actions={(person) => <Actions person={person} />} />;
}

function Actions({ person }: { person: PersonDetails }) {
  if (person.state === 'deleted' || person.role === 'admin') return null;
  const user = { ...person, seller_verify: person.verified };
  if (person.state === 'removed') {
    return (
      <p className="text-muted">
        You can restore them in{' '}
        <Link to={`/dashboard/removedItems?search=${encodeURIComponent(person.email)}`} className="underline underline-offset-4">
          Removed Items
        </Link>{' '}
        for {RESTORE_DAYS} days after the removal. Then their personal data is deleted.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {person.role === 'seller' && <VerifyButton seller={user} />}
      {person.role === 'seller' && person.verified && <UnverifyButton seller={user} />}
      {person.role === 'seller' && <SellerDecisionButtons seller={person} isSuspended={person.state === 'suspended'} />}
      <PersonActions person={user} />
    </div>
  );
}
