import { useInfiniteQuery } from '@tanstack/react-query';
import type { ImeiQuestion } from '#contract/lost-phones.ts';
import { Link } from '../../router/index.ts';
import { useShop } from '../../shop.tsx';
import { Button } from '../../ui/button.tsx';
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

const Question = ({ question }: { question: ImeiQuestion }) => (
  <li className="grid gap-2 rounded-2xl border border-line bg-surface p-5">
    <p className="wrap-anywhere">
      <Listing question={question} />, IMEI ending in {question.last4}, of {question.listing.sellerEmail}
    </p>
    <p className="wrap-anywhere" dir="auto">
      {whyOf(question)}
    </p>
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Moment iso={question.at} className="text-sm text-muted" />
      <CloseButton question={question} />
    </div>
  </li>
);

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
      <ul className="grid gap-4">
        {questions.map((question) => (
          <Question key={question._id} question={question} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" className="justify-self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </section>
  );
};
