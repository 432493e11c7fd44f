import { useInfiniteQuery } from '@tanstack/react-query';
import type { ImeiQuestion } from '#contract/lost-phones.ts';
import { Link } from '../../router/index.ts';
import { useShop } from '../../shop.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { FailedRead } from '../../ui/notices.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { imeiQuestionsOptions, useCloseQuestion } from './queries.ts';

const CloseButton = ({ question }: { question: ImeiQuestion }) => {
  const close = useCloseQuestion();
  const send = useSingleFlight(() => close.mutateAsync(question).catch(() => null));
  return (
    <Button variant="secondary" size="small" aria-label={`Done with ${question.listing.model_name}`} busy={close.isPending} onClick={() => void send()}>
      Done
    </Button>
  );
};

const whyOf = ({ kind, said, known }: ImeiQuestion): string =>
  kind === 'claimed_twice' ? `${said} wanted to list the same phone.` : `The listing says ${said}; by its IMEI it is a ${known}.`;

const Listing = ({ question: { listing } }: { question: ImeiQuestion }) =>
  listing.status === 'removed' ? (
    <span className="font-medium">{listing.model_name}</span>
  ) : (
    <Link to={`/selected-items-details/${listing._id}`} className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current">
      {listing.model_name}
    </Link>
  );

const COLUMNS: Column<ImeiQuestion>[] = [
  { header: 'Listing', cell: (question) => <Listing question={question} /> },
  { header: 'Seller', cell: ({ listing }) => <span className="break-all">{listing.sellerEmail}</span> },
  { header: 'IMEI', cell: ({ last4 }) => `…${last4}` },
  { header: 'Why', cell: (question) => <span className="break-words">{whyOf(question)}</span> },
  { header: 'When', cell: ({ at }) => <Moment iso={at} /> },
  { header: 'Done', hideHeader: true, cell: (question) => <CloseButton question={question} /> },
];

/** Phones that two people claim, and listings that say another model than their IMEI. Nothing stands here while there are none. */
export const ImeiQuestions = () => {
  const { api } = useShop();
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(imeiQuestionsOptions(api));
  if (error && !data) return <FailedRead message="The questions about IMEIs can’t be read right now." onRetry={() => void refetch()} busy={isFetching} />;
  const questions = data?.pages.flatMap(({ items }) => items) ?? [];
  if (questions.length === 0) return null;
  return (
    <section className="grid gap-4" aria-label="Questions about IMEIs">
      <h2 className="text-xl">Questions about IMEIs</h2>
      <DataTable caption="Questions about IMEIs" columns={COLUMNS} rows={questions} rowKey={({ _id }) => _id} />
      {hasNextPage && (
        <Button variant="secondary" className="justify-self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </section>
  );
};
