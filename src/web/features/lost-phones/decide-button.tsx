import type { LostPhoneInQueue } from '#contract/lost-phones.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useDecide } from './queries.ts';

type Decision = 'accepted' | 'refused';
type DecideProps = { report: LostPhoneInQueue; decision: Decision };

const onSaleOf = ({ listings }: LostPhoneInQueue): number => listings.filter(({ status }) => status === 'available').length;

const consequence = (report: LostPhoneInQueue, decision: Decision): string => {
  if (decision === 'refused')
    return 'The phone is not in the register, or leaves it. What was taken off the shop for it can be brought back under Removed Items.';
  const listed = onSaleOf(report) > 0 ? 'Its listing leaves the shop at once, and can be brought back. ' : '';
  return `${listed}From now on nobody can list this phone. Whoever bought or sold it here in the last 180 days is told.`;
};

/** Decides about a report, after a reason was given. */
export const DecideButton = ({ report, decision }: DecideProps) => {
  const decide = useDecide();
  const isAccepted = decision === 'accepted';
  const word = isAccepted ? 'Accept' : 'Refuse';
  return (
    <ReasonButton
      variant={isAccepted ? 'secondary' : 'risky'}
      button={word}
      name={`${word} the phone ending in ${report.last4}`}
      title={isAccepted ? 'Is this phone lost?' : 'Refuse this report?'}
      consequence={consequence(report, decision)}
      hint={`${report.reporter.name} reads it.`}
      send={isAccepted ? 'Take it into the register' : 'Refuse'}
      onSubmit={(reason) => decide.mutateAsync({ id: report._id, decision, reason })}
    />
  );
};
