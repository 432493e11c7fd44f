import type { User } from '#contract/accounts/accounts.ts';
import { RESTORE_DAYS } from '#contract/removals.ts';
import { useRemovePerson } from '../../queries/removals.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useLogOutPerson, useUnverifySeller, useVerifySeller } from './queries.ts';

export function VerifyButton({ seller }: { seller: User }) {
  const verify = useVerifySeller();
  const send = useSingleFlight(() => verify.mutateAsync(seller).catch(() => null));
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={seller.seller_verify ? `Verified: ${seller.name}` : `Verify ${seller.name}`}
      disabled={seller.seller_verify}
      busy={verify.isPending}
      onClick={() => void send()}
    >
      {seller.seller_verify ? 'Verified' : 'Verify'}
    </Button>
  );
}

/** Takes a verification back. */
export function UnverifyButton({ seller }: { seller: User }) {
  const unverify = useUnverifySeller();
  return (
    <ReasonButton
      draft={`unverify:${seller._id}`}
      button="Remove verification"
      name={`Remove verification: ${seller.name}`}
      title={`Remove ${seller.name}’s verification?`}
      consequence="The badge disappears from their page and all their listings, which stay on sale. They’ll see your reason. You can verify them again."
      onSubmit={(reason) => unverify.mutateAsync({ seller, reason })}
    />
  );
}

/** Logging somebody out, and removing them. */
export function PersonActions({ person }: { person: User }) {
  return (
    <span className="flex flex-wrap gap-2">
      <LogOutButton person={person} />
      <RemoveButton person={person} />
    </span>
  );
}

function LogOutButton({ person }: { person: User }) {
  const logOut = useLogOutPerson();
  const send = useSingleFlight(() => logOut.mutateAsync(person).catch(() => null));
  return (
    <Button variant="secondary" size="small" aria-label={`Log out ${person.name} everywhere`} busy={logOut.isPending} onClick={() => void send()}>
      Log out
    </Button>
  );
}

function RemoveButton({ person }: { person: User }) {
  const remove = useRemovePerson();
  return (
    <DeleteButton name={person.name} onConfirm={() => remove.mutateAsync(person).catch(() => null)}>
      {person.email} will be logged out right away and lose access to the shop.{' '}
      {person.role === 'seller' ? 'Their listings will be taken down.' : 'Their unpaid bookings will be canceled.'} We’ll tell the other side of each open order
      what to do, and call off meetings. You can undo this in Removed Items for {RESTORE_DAYS} days. Then their personal data is deleted.
    </DeleteButton>
  );
}
