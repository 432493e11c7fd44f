import { useState } from 'react';
import type { Dispute } from '#contract/payments/disputes.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showError } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

type Format = 'text' | 'json';

/** Saves the shop's evidence for a disputed sale as a file, to be sent to the card service. */
export function EvidenceButton({ dispute }: { dispute: Dispute }) {
  const { api } = useApp();
  const [busy, setBusy] = useState<Format | null>(null);
  const download = useSingleFlight(async (format: Format) => {
    setBusy(format);
    try {
      const evidence = await api.call('GET /disputes/:id/evidence', { params: { id: dispute._id } });
      const name = `evidence-${dispute.reference}`;
      if (format === 'text') saveFile(`${name}.txt`, new Blob([evidence.text], { type: 'text/plain' }));
      else saveFile(`${name}.json`, new Blob([JSON.stringify(evidence, null, 2)], { type: 'application/json' }));
    } catch (error) {
      showError(sentenceOf(error));
    }
    setBusy(null);
  });
  return (
    <span className="flex flex-wrap gap-2">
      {(['text', 'json'] as const).map((format) => (
        <Button
          key={format}
          variant="secondary"
          size="small"
          busy={busy === format}
          aria-label={`Evidence for ${dispute.ProductName} as ${format === 'text' ? 'text' : 'JSON'}`}
          onClick={() => void download(format)}
        >
          {format === 'text' ? 'Evidence' : 'JSON'}
        </Button>
      ))}
    </span>
  );
}
