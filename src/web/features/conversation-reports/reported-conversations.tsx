import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReportedConversation } from '#contract/conversation-reports.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { MessageExcerpt } from '../../ui/message-excerpt.tsx';
import { Moment } from '../../ui/moment.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { ListingLink, PersonLink } from '../../ui/record-links.tsx';
import { useApp } from '../../use-app.tsx';
import { reportedConversationsOptions, useDecideReport } from './queries.ts';

/** Conversations that one side reported, for the admin to decide. */
export function ReportedConversations() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(reportedConversationsOptions(api, filter));
  return (
    <PagedList
      query={query}
      title="Reported Messages"
      find={{ filter, label: 'Words or names' }}
      heading={counted('Reported Messages', { none: 'No reported messages' })}
      failed="We couldn’t load the reported messages."
      empty={<EmptyState title="Nothing to review">Conversations that people report appear here with their last messages.</EmptyState>}
    >
      {(reports) => (
        <ul className="grid gap-4">
          {reports.map((report) => (
            <li key={report._id} className="grid gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-6">
              <Report report={report} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Report({ report }: { report: ReportedConversation }) {
  const { buyer, seller, by, reason, reportedAt, messages, productId, productName, productState } = report;
  const [reporter, reported] = by === 'buyer' ? [buyer, seller] : [seller, buyer];
  return (
    <>
      <div className="grid gap-1">
        <h3 className="text-lg">
          <PersonLink id={reporter._id}>{reporter.name}</PersonLink> reported <PersonLink id={reported._id}>{reported.name}</PersonLink>
        </h3>
        <p className="text-sm text-muted">
          <Moment iso={reportedAt} /> ·{' '}
          <ListingLink id={productId} state={productState}>
            {productName}
          </ListingLink>
        </p>
        <p className="wrap-anywhere" dir="auto">
          {reason}
        </p>
      </div>
      {messages.length === 0 ? (
        <p className="text-muted">Nobody had written anything.</p>
      ) : (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-medium">
            {messages.length === 1 ? 'The message' : `The last ${messages.length} messages`}
          </summary>
          <MessageExcerpt messages={messages} names={{ buyer: buyer.name, seller: seller.name }} />
        </details>
      )}
      <div className="flex flex-wrap gap-3">
        <DecideButton report={report} decision="dismiss" name={reported.name} />
        <DecideButton report={report} decision="warn" name={reported.name} />
      </div>
    </>
  );
}

type DecideButtonProps = { report: ReportedConversation; decision: 'dismiss' | 'warn'; name: string };

function DecideButton({ report, decision, name }: DecideButtonProps) {
  const decide = useDecideReport(report._id);
  const isWarning = decision === 'warn';
  return (
    <ReasonButton
      draft={`conversation-${decision}:${report._id}`}
      button={isWarning ? 'Warn' : 'Dismiss'}
      name={isWarning ? `Warn ${name}` : `Dismiss the report of ${name}`}
      title={isWarning ? 'Warn this person?' : 'Dismiss this report?'}
      consequence={
        isWarning
          ? 'They’re told that they broke the rules, and why, and can appeal once. To close their account, go to their page.'
          : 'The report is closed, and nothing else happens.'
      }
      hint={isWarning ? `${name} and whoever reported them will see it.` : 'Whoever reported it will see it.'}
      variant={isWarning ? 'risky' : 'secondary'}
      onSubmit={(reason) => decide.mutateAsync({ decision, reason })}
    />
  );
}
