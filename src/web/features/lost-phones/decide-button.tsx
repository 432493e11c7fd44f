import type { LostPhoneInQueue } from '#contract/lost-phones.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useDecide } from './queries.ts';

type Decision = 'accepted' | 'refused';
type DecideProps = { report: LostPhoneInQueue; decision: Decision };

/** Decides about a report; asks for a reason first. */
export function DecideButton({ report, decision }: DecideProps) {
  const decide = useDecide();
  const isAccepted = decision === 'accepted';
  const word = isAccepted ? 'Accept' : 'Reject';
  return (
    <ReasonButton
      variant={isAccepted ? 'secondary' : 'risky'}
      draft={`lost-phone-${decision}:${report._id}`}
      button={word}
      name={`${word} the phone ending in ${report.last4}`}
      title={isAccepted ? 'Accept this report?' : 'Reject this report?'}
      consequence={consequence(report, decision)}
      hint={`${report.reporter.name} will see it.`}
      send={isAccepted ? 'Accept' : 'Reject'}
      onSubmit={(reason) => decide.mutateAsync({ id: report._id, decision, reason })}
    />
  );
}

function consequence(report: LostPhoneInQueue, decision: Decision): string {
  if (decision === 'refused') return 'The phone won’t be on the list of lost phones. Listings removed because of this report can be restored in Removed Items.';
  const listed = onSaleOf(report) > 0 ? 'Its listing will be taken down right away and can be restored. ' : '';
  return `${listed}No one will be able to list this phone, and we’ll tell anyone who bought or sold it here in the last 180 days.`;
}

const onSaleOf = ({ listings }: LostPhoneInQueue): number => listings.filter(({ status }) => status === 'available').length;
