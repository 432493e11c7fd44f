import { type FormEvent, useState } from 'react';
import type { LostPhoneInQueue } from '#contract/lost-phones.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useDecide } from './queries.ts';

const MAX_REASON = 500;

type Decision = 'accepted' | 'refused';
type DecideProps = { report: LostPhoneInQueue; decision: Decision };

const onSaleOf = ({ listings }: LostPhoneInQueue): number => listings.filter(({ status }) => status === 'available').length;

const consequence = (report: LostPhoneInQueue, decision: Decision): string => {
  if (decision === 'refused')
    return 'The phone is not in the register, or leaves it. What was taken off the shop for it can be brought back under Removed Items.';
  const listed = onSaleOf(report) > 0 ? 'Its listing leaves the shop at once, and can be brought back. ' : '';
  return `${listed}From now on nobody can list this phone. Whoever bought or sold it here in the last 180 days is told.`;
};

const DecideForm = ({ report, decision, onDone }: DecideProps & { onDone: () => void }) => {
  const decide = useDecide();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const submit = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setProblem('A reason is required.');
    setProblem(null);
    await decide.mutateAsync({ id: report._id, decision, reason }).then(onDone, (error: unknown) => setProblem(sentenceOf(error)));
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label={decision === 'accepted' ? 'Accept the report' : 'Refuse the report'}>
      <p className="text-muted">{consequence(report, decision)}</p>
      <TextAreaField
        label="Reason"
        hint={`${report.reporter.name} reads it.`}
        value={reason}
        maxLength={MAX_REASON}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        {...(problem !== null && { error: problem })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onDone} disabled={decide.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant={decision === 'accepted' ? 'primary' : 'danger'} busy={decide.isPending}>
          {decision === 'accepted' ? 'Take it into the register' : 'Refuse'}
        </Button>
      </div>
    </form>
  );
};

/** Decides about a report, after a reason was given. */
export const DecideButton = ({ report, decision }: DecideProps) => {
  const [open, setOpen] = useState(false);
  const word = decision === 'accepted' ? 'Accept' : 'Refuse';
  return (
    <>
      <Button
        variant={decision === 'accepted' ? 'secondary' : 'risky'}
        size="small"
        aria-label={`${word} the phone ending in ${report.last4}`}
        onClick={() => setOpen(true)}
      >
        {word}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={decision === 'accepted' ? 'Is this phone lost?' : 'Refuse this report?'}>
        {open && <DecideForm report={report} decision={decision} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
};
