import { type FormEvent, useRef, useState } from 'react';
import type { ReportReason } from '#contract/reports.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, useDraftEntry } from '../../form-draft.ts';
import { fieldsOf } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextAreaField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { REPORT_REASONS } from '../../ui/report-reasons.ts';
import { useFocusOnError } from '../../ui/use-focus-on-error.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import type { WrittenReport } from './report-queries.ts';

const MAX_NOTE = 1000;

type ReportDialogProps = {
  /** The name of its draft, for each listing another. */
  draft: string;
  /** The listing's model. */
  name: string;
  open: boolean;
  onClose: () => void;
  /** Sends the report; rejects with the reason it could not. */
  onReport: (report: WrittenReport) => Promise<unknown>;
};

/** Asks why the user reports a listing. The typed text is restored after a reload, and when the dialog was closed by mistake. */
export function ReportDialog({ draft, name, open, onClose, onReport }: ReportDialogProps) {
  const [reason, setReason] = useDraftEntry<ReportReason | ''>(draft, 'reason', '');
  const [note, setNote] = useDraftEntry(draft, 'note', '');
  const [fault, setFault] = useState<{ reason?: string; note?: string; whole?: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, fault);
  const [busy, setBusy] = useState(false);

  const submit = useSingleFlight(async (event: FormEvent) => {
    event.preventDefault();
    if (reason === '') return setFault({ reason: 'Choose a reason.' });
    setFault(null);
    setBusy(true);
    await onReport({ reason, ...(note.trim() !== '' && { note }) }).then(
      () => {
        forgetDraft(draft);
        onClose();
      },
      (error: unknown) => setFault(toFault(error)),
    );
    setBusy(false);
  });

  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Report this listing" busy={busy}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-3" aria-label={`Report ${name}`}>
        <p className="text-muted">What is wrong with {name}? We’ll review it and tell you the outcome. The seller won’t know who reported it.</p>
        <SelectField
          label="Reason"
          value={reason}
          // Its options are the reasons.
          onChange={({ currentTarget }) => setReason(currentTarget.value as ReportReason | '')}
          {...(fault?.reason !== undefined && { error: fault.reason })}
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
          {...(fault?.note !== undefined && { error: fault.note })}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <FormError>{fault?.whole}</FormError>
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

function toFault(error: unknown) {
  const { reason, note } = fieldsOf(error);
  return reason === undefined && note === undefined ? { whole: sentenceOf(error) } : { ...(reason && { reason }), ...(note && { note }) };
}
