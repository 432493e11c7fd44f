import { useState } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import type { ReportedReason } from '#contract/problems.ts';
import { MAX_STATEMENT } from '#contract/shared/problem-limits.ts';
import { useDraftEntry } from '../../form-draft.ts';
import { SelectField } from '../../ui/field.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { PhotosField } from './photos-field.tsx';
import { useProblemCall } from './queries.ts';
import { useStatementPhotos } from './use-statement-photos.ts';
import { REASONS, REASONS_OF } from './words.ts';

type Report = { reason: ReportedReason; text: string; photos: string[] };

const CONSEQUENCE = {
  buyer:
    'We tell the seller, who has 72 hours to answer. Your money stays with us until this is settled. Don’t pay the seller anything else. If we have to decide, we also read the messages that you two wrote about this phone.',
  seller: 'We read it and decide, based on what the buyer says and on the messages that you two wrote about this phone. The money stays with us until then.',
};

/** “Something's wrong”, from the payment to the end of the time to check the phone. */
export function ReportProblem({ order }: { order: PaidOrder }) {
  const draft = `problem:${order._id}`;
  const [reason, setReason] = useDraftEntry<ReportedReason | ''>(draft, 'reason', '');
  const photos = useStatementPhotos(draft);
  const [isMissing, setMissing] = useState(false);
  const report = useProblemCall<Report>(order._id, (api, body) => api.call('POST /orders/:orderId/problem', { params: { orderId: order._id }, body }));
  return (
    <ReasonButton
      draft={draft}
      button="Something’s wrong"
      name="Something’s wrong: report a problem with this order"
      title="What’s wrong?"
      consequence={CONSEQUENCE[order.side]}
      label="Describe it"
      hint="What you expected, what you got, and what you’d like to happen."
      missing="Describe what is wrong."
      max={MAX_STATEMENT}
      send="Report the problem"
      isComplete={() => {
        setMissing(reason === '');
        return !photos.upload.blocksSubmit() && reason !== '';
      }}
      onSubmit={async (text) => {
        if (reason !== '') await report.mutateAsync({ reason, text, photos: photos.photos });
      }}
    >
      <SelectField
        label="What is it?"
        value={reason}
        {...(isMissing && reason === '' && { error: 'Choose what is wrong.' })}
        onChange={({ currentTarget }) => setReason(currentTarget.value as ReportedReason | '')}
      >
        <option value="">Choose…</option>
        {REASONS_OF[order.side].map((one) => (
          <option key={one} value={one}>
            {REASONS[one]}
          </option>
        ))}
      </SelectField>
      <PhotosField of={photos} />
    </ReasonButton>
  );
}
