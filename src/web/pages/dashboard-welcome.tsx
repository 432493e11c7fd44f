import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Sale } from '#contract/payments/payments.ts';
import type { QueuedProblem } from '#contract/problems.ts';
import { hasEnded } from '#contract/shared/handover-states.ts';
import { type Roles, rolesOptions, sellersOptions } from '../features/accounts/queries.ts';
import { VerifyAddress } from '../features/accounts/verify-address.tsx';
import { reportedConversationsOptions } from '../features/conversation-reports/queries.ts';
import { decisionsOptions } from '../features/decisions/queries.ts';
import { lostPhonesOptions } from '../features/lost-phones/queries.ts';
import { NotificationList } from '../features/notifications/notification-list.tsx';
import { bookingsOptions } from '../features/orders/queries.ts';
import { salesOptions } from '../features/payments/queries.ts';
import { problemsOptions } from '../features/problems/queries.ts';
import { possessionPhotosOptions } from '../features/proof-of-possession/queries.ts';
import { reportedItemsOptions } from '../features/reports/queries.ts';
import { reportedReviewsOptions } from '../features/reviews/queries.ts';
import { reviewQueueOptions } from '../features/risk/queries.ts';
import { myProductsOptions } from '../queries/listings.ts';
import { Link } from '../router/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Icon } from '../ui/icon.tsx';
import { WHOLE_LIST } from '../ui/list-bar.tsx';
import { Steps } from '../ui/steps.tsx';
import { useApp, useSession } from '../use-app.tsx';

type Pages<T> = { pages: { items: T[]; next: string | null }[] } | undefined;

/** `one`: the text of a single thing, where it differs. */
type FigureProps = { to: string; count: string; text: string; one?: string; note?: ReactNode };

const BUYING = [
  'Find a phone you like and select Book Now.',
  'Tell the seller how to reach you and where you’d like to meet.',
  'Pay by card in My Orders. The first to pay gets the phone. If your payment comes too late, we refund it automatically.',
];

const SELLING = [
  'Add your phone with photos and details. The more you include, the fewer questions you’ll get.',
  'Advertise it to show it among the offers on the home page.',
  'Once a buyer has paid, meet them and hand it over. We’ll take the listing down for you.',
];

const WATCHING = [
  'Start with what’s waiting for review. Anything you remove can be restored for 30 days.',
  'Verify sellers you trust. Their listings show the badge right away.',
  'Deleting a person logs them out everywhere. Their paid orders are kept.',
];

export function Page() {
  const { api } = useApp();
  const session = useSession();
  const identity = session.status === 'signed-in' ? session.identity : null;
  const roles = useQuery({ ...rolesOptions(api, identity?.email ?? ''), enabled: identity !== null });
  if (!identity || !roles.data) return null;
  return (
    <section className="grid max-w-3xl gap-8">
      <h1 className="text-2xl md:text-3xl">Welcome, {identity.displayName ?? 'Not Defined'}</h1>
      <VerifyAddress email={identity.email} />
      <NotificationList />
      {welcomeFor(roles.data, identity.email)}
      <p className="text-muted">
        Phone lost or stolen?{' '}
        <Link to="/dashboard/lostPhone" className="font-medium text-accent underline underline-offset-4">
          Report it
        </Link>{' '}
        so that no one can sell it here.
      </p>
      {!roles.data.isAdmin && (
        <p className="text-muted">
          Read and appeal what we decided about your listings, messages and reports in{' '}
          <Link to="/dashboard/decisions" className="font-medium text-accent underline underline-offset-4">
            Decisions
          </Link>
          .
        </p>
      )}
      <p className="text-muted">
        Change your password, see your logins or turn on two-factor authentication in{' '}
        <Link to="/dashboard/security" className="font-medium text-accent underline underline-offset-4">
          Security
        </Link>
        .
      </p>
      <p className="text-muted">
        Download your data or delete your account in{' '}
        <Link to="/dashboard/myData" className="font-medium text-accent underline underline-offset-4">
          My Data
        </Link>
        .
      </p>
    </section>
  );
}

function welcomeFor({ isAdmin, isSeller }: Roles, email: string) {
  if (isSeller) return <SellerWelcome email={email} />;
  return isAdmin ? <AdminWelcome /> : <BuyerWelcome email={email} />;
}

function SellerWelcome({ email }: { email: string }) {
  const { api } = useApp();
  const { data: products } = useInfiniteQuery(myProductsOptions(api, email));
  const { data: sales } = useInfiniteQuery(salesOptions(api));
  return (
    <>
      <Figures
        figures={[
          { to: '/dashboard/mySales', count: countOf(sales, isUnderWay), text: 'under way' },
          { to: '/dashboard/myProducts', count: countOf(products, ({ status }) => status === 'available'), text: 'on sale' },
        ]}
      />
      <Steps title="How selling works" steps={SELLING} />
      <ButtonLink to="/dashboard/addAProducts" className="justify-self-start">
        Add A Product
      </ButtonLink>
    </>
  );
}

function Figures({ figures }: { figures: FigureProps[] }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4">
      {figures.map((figure) => (
        <Figure key={figure.text} {...figure} />
      ))}
    </div>
  );
}

/** Whether the seller has yet to meet the buyer, or is about to be paid. */
function isUnderWay({ state, fulfillment }: Sale): boolean {
  return state === 'paid' && fulfillment !== null && !hasEnded(fulfillment.state);
}

function Figure({ to, count, text, one = text, note }: FigureProps) {
  return (
    <Link to={to} className="group grid content-start gap-1 rounded-2xl border border-line bg-surface p-4 hover:border-line-strong sm:p-5">
      <span className="font-display text-3xl font-semibold">{count}</span>
      <span className="flex items-center justify-between gap-2 text-muted group-hover:text-ink">
        {count === '1' ? one : text}
        <Icon name="arrow-right" className="size-5 shrink-0" />
      </span>
      {note && <span className="text-sm text-warning">{note}</span>}
    </Link>
  );
}

/** Counts the matching items; `24+` when there are more pages, and a dash until loaded. */
function countOf<T>(data: Pages<T>, fits: (item: T) => boolean = () => true): string {
  if (!data) return '–';
  const count = data.pages.flatMap(({ items }) => items).filter(fits).length;
  return data.pages.at(-1)?.next ? `${count}+` : String(count);
}

function AdminWelcome() {
  const { api } = useApp();
  const { data: problems } = useInfiniteQuery(problemsOptions(api));
  const first = problems?.pages.flatMap(({ items }) => items).find(isToDecide)?.fulfillment.dueAt;
  const { data: review } = useInfiniteQuery(reviewQueueOptions(api));
  const { data: answers } = useInfiniteQuery(decisionsOptions(api, 'answered'));
  const { data: reported } = useInfiniteQuery(reportedItemsOptions(api));
  const { data: reviews } = useInfiniteQuery(reportedReviewsOptions(api));
  const { data: conversations } = useInfiniteQuery(reportedConversationsOptions(api));
  const { data: inHand } = useInfiniteQuery(possessionPhotosOptions(api));
  const { data: lost } = useInfiniteQuery(lostPhonesOptions(api, 'open', WHOLE_LIST));
  const { data: sellers } = useInfiniteQuery(sellersOptions(api));
  return (
    <>
      <Figures
        figures={[
          {
            to: '/dashboard/problems',
            count: countOf(problems, isToDecide),
            text: 'problems to decide',
            one: 'problem to decide',
            // A blank line in its place, so that nothing moves when it arrives.
            note: first ? (
              <>
                First by <DateTime iso={first} />
              </>
            ) : (
              '\u00a0'
            ),
          },
          { to: '/dashboard/allSellers', count: countOf(sellers, ({ seller_verify }) => !seller_verify), text: 'sellers to verify', one: 'seller to verify' },
          { to: '/dashboard/reviewQueue', count: countOf(review), text: 'to review' },
          { to: '/dashboard/reviewQueue', count: countOf(answers), text: 'appeals to answer', one: 'appeal to answer' },
          { to: '/dashboard/reportedItems', count: countOf(reported), text: 'reported' },
          { to: '/dashboard/reportedReviews', count: countOf(reviews), text: 'reported reviews', one: 'reported review' },
          { to: '/dashboard/reportedConversations', count: countOf(conversations), text: 'reported messages' },
          { to: '/dashboard/reportedItems', count: countOf(inHand), text: 'possession photos', one: 'possession photo' },
          { to: '/dashboard/lostPhones', count: countOf(lost), text: 'lost phones', one: 'lost phone' },
        ]}
      />
      <Steps title="Keeping the shop safe" steps={WATCHING} />
    </>
  );
}

const isToDecide = ({ fulfillment }: QueuedProblem): boolean => fulfillment.state === 'escalated';

function BuyerWelcome({ email }: { email: string }) {
  const { api } = useApp();
  const { data: orders } = useInfiniteQuery(bookingsOptions(api, email));
  return (
    <>
      <Figures
        figures={[
          { to: '/dashboard/myOrders', count: countOf(orders, (order) => !order.paid && order.closedReason === null), text: 'to pay for' },
          { to: '/dashboard/myOrders', count: countOf(orders, (order) => order.paid), text: 'paid' },
        ]}
      />
      <Steps title="How buying works" steps={BUYING} />
      <ButtonLink to="/#popular-brands" className="justify-self-start">
        Find a phone
      </ButtonLink>
    </>
  );
}
