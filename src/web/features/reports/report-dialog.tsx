import { type FormEvent, useState } from 'react';
import type { ReportReason } from '#contract/reports.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextAreaField } from '../../ui/field.tsx';
import { REPORT_REASONS } from '../../ui/report-reasons.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import type { WrittenReport } from './report-queries.ts';

const MAX_NOTE = 1000;

type ReportDialogProps = {
  /** The listing's model. */
  name: string;
  open: boolean;
  onClose: () => void;
  /** Sends the report; rejects with the reason it could not. */
  onReport: (report: WrittenReport) => Promise<unknown>;
};

/** Asks why the user reports a listing. The typed text is restored when the dialog was closed by mistake. */
export function ReportDialog({ name, open, onClose, onReport }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (reason === '') return setProblem('Choose a reason.');
    setProblem(null);
    setBusy(true);
    await onReport({ reason, ...(note.trim() !== '' && { note }) }).then(onClose, (error: unknown) => setFailure(sentenceOf(error)));
    setBusy(false);
  });

  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Report this listing" busy={busy}>
      <form noValidate onSubmit={submit} className="grid gap-3" aria-label={`Report ${name}`}>
        <p className="text-muted">What is wrong with {name}? We’ll review it and tell you the outcome. The seller won’t know who reported it.</p>
        <SelectField
          label="Reason"
          value={reason}
          // Its options are the reasons.
          onChange={({ currentTarget }) => setReason(currentTarget.value as ReportReason | '')}
          {...(problem !== null && { error: problem })}
        >
          <option value="">Choose a reason</option>
          {REPORT_REASONS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Note"
          hint="Anything else we should know (optional)"
          rows={3}
          value={note}
          maxLength={MAX_NOTE}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <p role="alert" className="min-h-6 text-danger">
          {failure}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
