import { useInfiniteQuery } from '@tanstack/react-query';
import type { ImeiQuestion } from '#contract/imei.ts';
import { Button } from '../../ui/button.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueueSection } from '../../ui/paged-list.tsx';
import { ListingName } from '../../ui/record-links.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { imeiQuestionsOptions, useCloseQuestion } from './queries.ts';

/** Phones that two people claim, and listings whose model differs from their IMEI's. */
export function ImeiQuestions() {
  const { api } = useApp();
  const query = useInfiniteQuery(imeiQuestionsOptions(api));
  return (
    <QueueSection query={query} title="IMEI conflicts" failed="We couldn’t load the IMEI conflicts.">
      {(question) => <Question question={question} />}
    </QueueSection>
  );
}

function Question({ question }: { question: ImeiQuestion }) {
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere">
        <span className="font-medium">
          <ListingName listing={question.listing} />
        </span>
        , IMEI ending in {question.last4}, of <EmailLink address={question.listing.sellerEmail} />
      </p>
      <p className="wrap-anywhere" dir="auto">
        {whyOf(question)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Moment iso={question.at} className="text-sm text-muted" />
        <CloseButton question={question} />
      </div>
    </div>
  );
}

function whyOf({ kind, said, known }: ImeiQuestion): string {
  return kind === 'claimed_twice' ? `${said} tried to list the same phone.` : `Listed as ${said}, but its IMEI belongs to a ${known}.`;
}

function CloseButton({ question }: { question: ImeiQuestion }) {
  const close = useCloseQuestion();
  const send = useSingleFlight(() => close.mutateAsync(question).catch(() => null));
  return (
    <Button variant="secondary" size="small" aria-label={`Mark as done: ${question.listing.model_name}`} busy={close.isPending} onClick={() => void send()}>
      Mark as done
    </Button>
  );
}
