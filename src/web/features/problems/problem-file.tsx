import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OrderContact } from '#contract/orders.ts';
import type { ProblemFile } from '#contract/problems.ts';
import { conditionFacts } from '#contract/shared/condition-answers.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { PhoneLink } from '../../ui/contact-links.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { HandoverRecord } from '../../ui/handover-record.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { MessageExcerpt } from '../../ui/message-excerpt.tsx';
import { formatPrice } from '../../ui/money.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { DecideForm } from './decide-form.tsx';
import { problemFileOptions } from './queries.ts';
import { Statements } from './statements.tsx';
import { DECISIONS } from './words.ts';

/** Everything about a problem in one view, to decide about it. `history` shows the order's history. */
export function ProblemFileView({ orderId, history }: { orderId: string; history: (file: ProblemFile) => ReactNode }) {
  const { api } = useApp();
  const { data: file, error, refetch, isFetching } = useQuery(problemFileOptions(api, orderId));
  if (!file && error) return <FailedRead message="We couldn’t load this problem." onRetry={() => void refetch()} busy={isFetching} />;
  if (!file) return <RowsSkeleton count={5} />;
  const { problem, fulfillment, isFrozen } = file;
  return (
    <>
      <Phone file={file} />
      <Card title="What they say">
        <Statements problem={problem} nameOf={(side) => `${file[side].name} (${side})`} />
        {problem.offer !== null && <p>The seller offered {formatPrice(problem.offer)}.</p>}
      </Card>
      {isFrozen && <p className="rounded-xl bg-warning-soft p-3 text-warning">The buyer’s bank is investigating this payment, so no money can be moved.</p>}
      {problem.decision && (
        <Card title="Decided">
          <p>
            <span className="font-medium">
              {DECISIONS[problem.decision]}
              {problem.decisionAmount !== null && `: ${formatPrice(problem.decisionAmount)}`}
            </span>
            {problem.decisionReason && ` “${problem.decisionReason}”`}
          </p>
        </Card>
      )}
      {fulfillment.state === 'escalated' ? (
        <div>
          <DecideForm file={file} />
        </div>
      ) : (
        fulfillment.dueAt && (
          <p className="text-muted">
            You can decide when they ask you to. Their time ends <DateTime iso={fulfillment.dueAt} />.
          </p>
        )
      )}
      <Card title="How it changed hands">
        <HandoverRecord proofs={file.handover} />
      </Card>
      <Messages file={file} />
      <Terms file={file} />
      {history(file)}
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}

function Phone({ file }: { file: ProblemFile }) {
  const { ProductName, image, price, charged, imeiLast4, buyer, seller, fulfillment, isReturnable } = file;
  const notHandedOver = isReturnable ? 'Handover not confirmed by both' : 'Not handed over';
  return (
    <section className="flex flex-wrap items-start gap-4 rounded-2xl border border-line bg-surface p-4" aria-label="Order">
      <ListingImage address={image} alt="" sizes="5rem" eager className="size-16 rounded-xl" />
      <div className="grid min-w-0 gap-1">
        <p className="font-display text-lg font-semibold">{ProductName}</p>
        <p>
          Paid {formatPrice(charged)}
          {charged !== price && ` of ${formatPrice(price)}; the shop pays the rest`}
          {imeiLast4 && ` · IMEI ends in ${imeiLast4}`}
        </p>
        <Person label="Buyer" person={buyer} />
        <Person label="Seller" person={seller} />
        <p>{fulfillment.handedOverAt ? <HandedOver iso={fulfillment.handedOverAt} /> : notHandedOver}</p>
      </div>
    </section>
  );
}

function HandedOver({ iso }: { iso: string }) {
  return (
    <>
      Handed over <DateTime iso={iso} />
    </>
  );
}

function Person({ label, person: { name, phone } }: { label: string; person: OrderContact }) {
  return (
    <p className="wrap-anywhere">
      <span className="text-muted">{label}:</span> {name} {phone !== '' && <PhoneLink number={phone} className="underline underline-offset-4" />}
    </p>
  );
}

/** What the two wrote to each other, while the shop is to decide. */
function Messages({ file: { messages, buyer, seller } }: { file: ProblemFile }) {
  if (!messages) return null;
  return (
    <Card title="Their messages about this phone">
      <p className="text-sm text-muted">Both know that we read them to decide. Opening them is recorded.</p>
      {messages.length === 0 && <p>They haven’t written to each other.</p>}
      <MessageExcerpt messages={messages} names={{ buyer: `${buyer.name} (buyer)`, seller: `${seller.name} (seller)` }} />
    </Card>
  );
}

/** The listing as the buyer booked it. */
function Terms({ file: { terms } }: { file: ProblemFile }) {
  if (!terms) return null;
  const facts = [
    ['Condition', terms.condition],
    ['Storage', terms.storage],
    ['Color', terms.color],
    ...conditionFacts(terms.answers).map(({ label, value }) => [label, value ?? 'Not answered']),
  ] as const;
  return (
    <Card title="The listing as it was booked">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="whitespace-pre-line wrap-anywhere" dir="auto">
        {terms.description}
      </p>
      <ul className="flex flex-wrap gap-2">
        {[terms.image, ...terms.photos].map((photo, index) => (
          <li key={photo}>
            <a href={photo} target="_blank" rel="noreferrer" aria-label={`Open listing photo ${index + 1}`}>
              <ListingImage address={photo} alt={`Listing photo ${index + 1}`} sizes="6rem" className="size-24 rounded-xl" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
